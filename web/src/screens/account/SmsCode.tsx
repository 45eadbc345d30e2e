import { useText } from '#/kit/text.ts';
import { Button } from '#/ui/Button.tsx';
import { CodeField } from '#/ui/CodeField.tsx';
import { Stack } from '#/ui/Layout.tsx';
import type { useSmsCode } from './useSmsCode.ts';

export type SmsCodeProps = {
  sms: ReturnType<typeof useSmsCode>;
  value: string;
  onChange(digits: string): void;
  /** Reads the number from the form and asks for a code. */
  onSend(): void;
  error?: string | undefined;
};

/** The six digits, and the button that asks for them. */
export function SmsCode({ sms, value, onChange, onSend, error }: SmsCodeProps) {
  const text = useText();
  const hint = sms.sent ? text('account.codeSent', { phone: sms.sent.phone.slice('+63'.length) }) : undefined;
  const isWaiting = sms.secondsLeft > 0;
  return (
    <Stack>
      <CodeField label={text('account.code')} name="code" value={value} onChange={onChange} hint={hint} error={error} />
      <Button
        look="soft"
        size="fit"
        isBusy={sms.isBusy}
        disabledReason={isWaiting && text('account.codeAgainIn', { seconds: sms.secondsLeft })}
        onClick={onSend}
      >
        {text(sms.isBusy ? 'account.codeSending' : sms.sent ? 'account.codeAgain' : 'account.codeSend')}
      </Button>
    </Stack>
  );
}
