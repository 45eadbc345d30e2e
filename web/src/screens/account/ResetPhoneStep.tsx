import { useText } from '#/kit/text.ts';
import { paths } from '#/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { PictureCode } from './PictureCode.tsx';
import { StepHead } from './StepHead.tsx';
import type { PictureCodeState } from './usePictureCode.ts';

export type ResetPhoneStepProps = {
  /** National digits. */
  phone: string;
  onPhone(digits: string): void;
  phoneError?: string | undefined;
  isBusy: boolean;
  picture?: PictureCodeState;
  onSubmit(fields: FormData): void;
};

/** Forgot password, first step: the number. */
export function ResetPhoneStep({ phone, onPhone, phoneError, isBusy, picture, onSubmit }: ResetPhoneStepProps) {
  const text = useText();
  const below = (
    <>
      {text('account.reset.remember')} <TextLink href={paths.login}>{text('account.login.submit')}</TextLink>
    </>
  );
  return (
    <ScreenForm onSubmit={onSubmit}>
      <Page gap={5}>
        <StepHead step={1} of={3} title={text('account.register.phoneTitle')}>
          {text('account.reset.phoneWhy')}
        </StepHead>
        <PhoneField label={text('account.phone')} name="phone" value={phone} onChange={onPhone} error={phoneError} />
        {picture && <PictureCode picture={picture} />}
      </Page>
      <Foot>
        <Dock below={below}>
          <SubmitButton isBusy={isBusy}>{text(isBusy ? 'account.codeSending' : 'account.codeSend')}</SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}
