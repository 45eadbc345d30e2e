import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { type RefObject, useLayoutEffect } from 'react';
import { useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { CodeField } from '#/ui/CodeField.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Text } from '#/ui/Text.tsx';
import type { LoginErrors } from './loginForm.ts';
import { PictureCode } from './PictureCode.tsx';
import { phoneFault } from './phoneFault.ts';
import { useSmsCode } from './useSmsCode.ts';

type SmsCodeProps = {
  /** The enclosing form, which contains the number. */
  form: RefObject<HTMLFormElement | null>;
  value: string;
  onChange(digits: string): void;
  onWrongPhone(errors: LoginErrors): void;
  /** Called when a code request starts or ends. The SMS may arrive before the challenge. */
  onBusy(isBusy: boolean): void;
  error?: string | undefined;
};

/**
 * The field for the six digits, with a button that requests them. The form also sends the
 * challenge's id.
 */
export function SmsCode({ form, value, onChange, onWrongPhone, onBusy, error }: SmsCodeProps) {
  const text = useText();
  const sms = useSmsCode('login');
  const hint = sms.sent
    ? text('account.codeSent', { phone: sms.sent.phone.slice('+63'.length) })
    : undefined;
  const tooMany = value.length > 6 ? text('account.codeMissing') : undefined;
  useLayoutEffect(() => {
    onBusy(sms.isBusy);
    return () => onBusy(false);
  }, [onBusy, sms.isBusy]);
  const send = () => {
    const typed = String((form.current && new FormData(form.current).get('phone')) ?? '');
    const phone = parsePhilippineMobile(typed);
    if (phone) void sms.send(phone);
    else onWrongPhone({ phone: phoneFault(typed) });
  };
  return (
    <Stack>
      <input type="hidden" name="challengeId" value={sms.sent?.challengeId ?? ''} />
      <CodeField
        label={text('account.code')}
        name="code"
        value={value}
        onChange={onChange}
        hint={hint}
        error={error ?? tooMany}
      />
      <PictureCode picture={sms.picture} />
      {sms.secondsLeft > 0 ? (
        <Text size="s">{text('account.codeAgainIn', { seconds: sms.secondsLeft })}</Text>
      ) : (
        <Button look="soft" size="fit" isBusy={sms.isBusy} onClick={send}>
          {text(
            sms.isBusy
              ? 'account.codeSending'
              : sms.sent
                ? 'account.codeAgain'
                : 'account.codeSend',
          )}
        </Button>
      )}
    </Stack>
  );
}
