import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { formatMobile } from '@sandali/contract/phone.ts';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';
import { PasskeyButton, type PasskeyOption } from './PasskeyButton.tsx';
import { PictureCode } from './PictureCode.tsx';
import { StepHeader } from './StepHeader.tsx';
import type { PictureCodeState } from './usePictureCode.ts';

type Props = {
  why: string;
  phone: MobileNumber;
  picture?: PictureCodeState;
  isBusy: boolean;
  /** A code was asked for and has not gone out. */
  isUnsent?: boolean;
  passkey?: PasskeyOption | undefined;
  onSend(): void;
};

/** A new device, until the code is on its way: why one is needed, and the picture where one comes before it. */
export function NewDeviceStart({ why, phone, picture, isBusy, isUnsent, passkey, onSend }: Props) {
  const text = useText();
  return (
    <ScreenForm onSubmit={onSend}>
      <Page gap={5}>
        <StepHeader step={1} of={1} title={text('account.newDevice.title')}>
          {why}
        </StepHeader>
        <Text>{formatMobile(phone).replaceAll(' ', '\u00a0')}</Text>
        {isUnsent && !isBusy && !picture?.shown && <Note tone="bad">{text('account.newDevice.unsent')}</Note>}
        {picture && <PictureCode picture={picture} />}
        <PasskeyButton way={passkey} />
      </Page>
      <Footer>
        <Dock>
          <SubmitButton isBusy={isBusy}>{text(isBusy ? 'account.codeSending' : 'account.codeSend')}</SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
