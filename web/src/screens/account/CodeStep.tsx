import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { unbreakable } from '#/client/unbreakable.ts';
import { focusField } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { CodeField } from '#/ui/CodeField.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Icon } from '#/ui/Icon.tsx';
import { Inline, Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import { PictureCode } from './PictureCode.tsx';
import { StepHeader } from './StepHeader.tsx';
import type { PictureCodeState } from './usePictureCode.ts';

const codeLength = 6;

type CodeStepProps = {
  /** The recipient of the code: a full number, or a number masked by the server. */
  phone: MobileNumber | { masked: string };
  step?: number;
  of?: number;
  title?: string;
  code: string;
  onCode(digits: string): void;
  error?: string | undefined;
  /** Seconds until another code can be requested. */
  secondsLeft: number;
  isSending: boolean;
  picture?: PictureCodeState;
  onSend(): void;
  /** Goes back so that the borrower can enter another number; absent if that is impossible. */
  onChangeNumber?: () => void;
  otherWay?: ReactNode;
  onDone(code: string): void;
  /** The consequence to show above the button, and the button's label, if this is the last step. */
  consequence?: string;
  submit?: string;
  isBusy?: boolean;
  note?: ReactNode;
};

/**
 * Asks for the six digits of an SMS, as the second step of a sign-up by default. Submits as soon as
 * all digits are typed.
 */
export function CodeStep({
  phone,
  step = 2,
  of = 3,
  title,
  code,
  onCode,
  error,
  secondsLeft,
  isSending,
  picture,
  ...rest
}: CodeStepProps) {
  const text = useText();
  const { onSend, onChangeNumber, otherWay, onDone, consequence, submit, isBusy, note } = rest;
  const missing = codeLength - code.length;
  const tooMany = missing < 0 ? text('account.codeMissing') : undefined;
  const done = useSubmitOnceSent(isSending, code, onDone);
  return (
    <ScreenForm onSubmit={() => missing === 0 && done()}>
      <Page gap={5}>
        <StepHeader step={step} of={of} title={title ?? text('account.register.codeTitle')}>
          {text('account.register.codeWhere', {
            phone: unbreakable(typeof phone === 'string' ? formatMobile(phone) : phone.masked),
          })}
          {onChangeNumber && ' '}
          {onChangeNumber && (
            <TextButton onClick={onChangeNumber}>
              {text('account.register.changeNumber')}
            </TextButton>
          )}
        </StepHeader>
        {note}
        <CodeField
          label={text('account.code')}
          name="code"
          value={code}
          onChange={onCode}
          onFull={done}
          error={error ?? tooMany}
        />
        {picture && <PictureCode picture={picture} />}
        <Inline isAtTop>
          <Icon name="clock" size="s" />
          <Text size="s">
            {text('account.register.noCode')}{' '}
            {secondsLeft > 0 ? (
              text('account.codeAgainIn', { seconds: secondsLeft })
            ) : (
              <TextButton aria-disabled={isSending} onClick={onSend}>
                {text(isSending ? 'account.codeSending' : 'account.codeAgain')}
              </TextButton>
            )}
          </Text>
        </Inline>
        {otherWay}
        <Note icon="lock">{text('account.register.codeSecret')}</Note>
      </Page>
      <Footer>
        <Dock consequence={consequence}>
          <SubmitButton
            isBusy={isBusy || isSending}
            disabledReason={
              tooMany ?? (missing > 0 && text('account.register.digitsLeft', { count: missing }))
            }
            onBlocked={() => focusField('code')}
          >
            {submit ?? text('account.register.next')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}

/**
 * Delays submission while another code is requested: the digits may belong to the new code, whose
 * challenge arrives with the response.
 */
function useSubmitOnceSent(isSending: boolean, code: string, onDone: (code: string) => void) {
  const [isHeld, setHeld] = useState(false);
  const goOn = useRef(onDone);
  goOn.current = onDone;
  useEffect(() => {
    if (isSending || !isHeld) return;
    setHeld(false);
    if (code.length === codeLength) goOn.current(code);
  }, [isSending, isHeld, code]);
  return () => setHeld(true);
}
