import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { formatMobile } from '@sandali/contract/phone.ts';
import { useText } from '#/kit/text.ts';
import { focusField } from '#/kit/write.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { CodeField } from '#/ui/CodeField.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Icon } from '#/ui/Icon.tsx';
import { Beside, Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import { PictureCode } from './PictureCode.tsx';
import { StepHead } from './StepHead.tsx';
import type { PictureCodeState } from './usePictureCode.ts';

const codeLength = 6;

export type CodeStepProps = {
  phone: MobileNumber;
  code: string;
  onCode(digits: string): void;
  error?: string | undefined;
  /** Until another code may be asked for. */
  secondsLeft: number;
  isSending: boolean;
  picture?: PictureCodeState;
  onSend(): void;
  onChangeNumber(): void;
  onDone(): void;
};

/** Sign-up, second step: the six digits from the SMS. The last digit leads on by itself. */
export function CodeStep({ phone, code, onCode, error, secondsLeft, isSending, picture, onSend, onChangeNumber, onDone }: CodeStepProps) {
  const text = useText();
  const missing = codeLength - code.length;
  return (
    <ScreenForm onSubmit={() => missing === 0 && onDone()}>
      <Page gap={5}>
        <StepHead step={2} of={3} title={text('account.register.codeTitle')}>
          {text('account.register.codeWhere', { phone: formatMobile(phone).replaceAll(' ', '\u00a0') })}{' '}
          <TextButton onClick={onChangeNumber}>{text('account.register.changeNumber')}</TextButton>
        </StepHead>
        <CodeField label={text('account.code')} name="code" value={code} onChange={onCode} onFull={onDone} error={error} />
        {picture && <PictureCode picture={picture} />}
        <Beside>
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
        </Beside>
        <Note icon="lock">{text('account.register.codeSecret')}</Note>
      </Page>
      <Foot>
        <Dock>
          <SubmitButton
            disabledReason={missing > 0 && text('account.register.digitsLeft', { count: missing })}
            onBlocked={() => focusField('code')}
          >
            {text('account.register.next')}
          </SubmitButton>
        </Dock>
      </Foot>
    </ScreenForm>
  );
}
