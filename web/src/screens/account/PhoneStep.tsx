import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { AgreementTick } from './AgreementTick.tsx';
import { PictureCode } from './PictureCode.tsx';
import { StepHead } from './StepHead.tsx';
import type { PictureCodeState } from './usePictureCode.ts';

export type PhoneStepProps = {
  /** National digits. */
  phone: string;
  onPhone(digits: string): void;
  phoneError?: string | undefined;
  isAgreed: boolean;
  onAgreed(isAgreed: boolean): void;
  agreeError?: string | undefined;
  isBusy: boolean;
  picture?: PictureCodeState;
  onSubmit(fields: FormData): void;
};

/** Sign-up, first step: the number and the agreements. */
export function PhoneStep({ phone, onPhone, phoneError, isAgreed, onAgreed, agreeError, isBusy, picture, onSubmit }: PhoneStepProps) {
  const text = useText();
  const below = (
    <>
      {text('account.register.have')} <TextLink href={paths.login}>{text('account.login.submit')}</TextLink>
    </>
  );
  return (
    <ScreenForm onSubmit={onSubmit}>
      <Page gap={5}>
        <StepHead step={1} of={3} title={text('account.register.phoneTitle')}>
          {text('account.register.phoneWhy')}
        </StepHead>
        <PhoneField label={text('account.phone')} name="phone" value={phone} onChange={onPhone} error={phoneError} />
        {picture && <PictureCode picture={picture} />}
        <AgreementTick isChecked={isAgreed} onChange={onAgreed} error={agreeError} />
      </Page>
      <Foot>
        <Dock below={below}>
          <SubmitButton isBusy={isBusy}>{text(isBusy ? 'account.codeSending' : 'account.codeSend')}</SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}
