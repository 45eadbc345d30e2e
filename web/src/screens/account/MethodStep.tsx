import { unbreakable } from '#/client/unbreakable.ts';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { RadioCards } from '#/ui/RadioCards.tsx';
import { Text } from '#/ui/Text.tsx';
import type { ChangePhoneMethod } from './changePhoneForm.ts';
import { PictureCode } from './PictureCode.tsx';
import { StepHeader } from './StepHeader.tsx';
import type { PictureCodeState } from './usePictureCode.ts';

type MethodStepProps = {
  way: ChangePhoneMethod | '';
  onWay(way: ChangePhoneMethod): void;
  /** The current number, masked by the server. */
  phoneMasked: string;
  /** Without a password or an ID number, only the old number can prove identity. */
  hasPassword: boolean;
  hasIdNumber: boolean;
  isBusy: boolean;
  picture?: PictureCodeState;
  onNext(): void;
};

/** The first step of changing a number: whether the borrower still has the old number. */
export function MethodStep({
  way,
  onWay,
  phoneMasked,
  hasPassword,
  hasIdNumber,
  isBusy,
  picture,
  onNext,
}: MethodStepProps) {
  const text = useText();
  const lostReason = !hasIdNumber
    ? text('account.newPhone.noId')
    : !hasPassword && text('account.newPhone.noPassword');
  const options = [
    {
      value: 'code',
      title: text('account.newPhone.haveOld'),
      children: <QuietText>{text('account.newPhone.haveOldHow')}</QuietText>,
    },
    {
      value: 'idNumber',
      title: text('account.newPhone.lostOld'),
      children: <QuietText>{text('account.newPhone.lostOldHow')}</QuietText>,
      disabledReason: lostReason,
    },
  ] as const;
  const word =
    way === 'code'
      ? isBusy
        ? 'account.codeSending'
        : 'account.codeSend'
      : 'account.register.next';
  return (
    <ScreenForm onSubmit={onNext}>
      <Page gap={5}>
        <StepHeader step={1} of={4} title={text('account.newPhone.wayTitle')}>
          {text('account.newPhone.wayWhy', { phone: unbreakable(phoneMasked) })}
        </StepHeader>
        <RadioCards
          label={text('account.newPhone.wayTitle')}
          columns={1}
          value={way}
          onChange={onWay}
          options={options}
        />
        {picture && way === 'code' && <PictureCode picture={picture} />}
        <Note icon="shield">{text('account.newPhone.rule')}</Note>
      </Page>
      <Footer>
        <Dock>
          <SubmitButton
            isBusy={isBusy}
            disabledReason={way === '' && text('account.newPhone.wayMissing')}
          >
            {text(word)}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

function QuietText({ children }: { children: string }) {
  return (
    <Text size="s" tone="quiet">
      {children}
    </Text>
  );
}
