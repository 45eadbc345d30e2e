import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { MobileNumber } from '@sandali/contract/mobile.ts';
import { useState } from 'react';
import { back, go, goOn } from '#/kit/location.ts';
import { beginSession } from '#/kit/session.ts';
import { useText } from '#/kit/text.ts';
import { focusField, useWrite } from '#/kit/write.ts';
import { addressOf } from '#/paths.ts';
import { CodeStep } from './CodeStep.tsx';
import { KnownNumber } from './KnownNumber.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { PhoneStep, type PhoneStepProps } from './PhoneStep.tsx';
import { type RegisterErrors, readStart, stepFrom } from './registerForm.ts';
import { useFocusOn } from './useFocusOn.ts';
import { useKept } from './useKept.ts';
import { useSmsCode } from './useSmsCode.ts';

const codeLength = 6;
const register = async () => (await import('@sandali/contract/account.ts')).register;

/** The three steps of a sign-up. What was typed lives as long as the page; the steps are entries of the history, so that back is one step. */
export function SignUp({ wished }: { wished: string | null }) {
  const [code, setCode] = useState('');
  const sms = useSmsCode('register');
  const { write, knownMessage, codeError } = useSignUp(() => setCode(''));
  const start = useStart(async (number) => {
    // A code that has just gone to this number is still good.
    const isThere = sms.sent?.phone === number && sms.secondsLeft > 0;
    if (isThere || (await sms.send(number))) await go(addressOf('register', { step: 'code' }));
  });
  const step = stepFrom(wished, { hasChallenge: sms.sent !== null, hasCode: code.length === codeLength });
  useFocusOn(step);

  if (knownMessage) return <KnownNumber message={knownMessage} />;
  if (step === 'phone' || !sms.sent) return <PhoneStep {...start} isBusy={sms.isBusy} picture={sms.picture} />;
  const { phone, challengeId } = sms.sent;
  if (step === 'code') {
    return (
      <CodeStep
        phone={phone}
        code={code}
        onCode={(digits) => {
          write.clear();
          setCode(digits);
        }}
        error={codeError}
        secondsLeft={sms.secondsLeft}
        isSending={sms.isBusy}
        picture={sms.picture}
        onSend={() => void sms.send(phone)}
        onChangeNumber={back}
        onDone={() => void go(addressOf('register', { step: 'password' }))}
      />
    );
  }
  return (
    <PasswordStep
      purpose="open"
      phone={phone.slice('+63'.length)}
      refusal={write.fieldError('password')}
      isBusy={write.isBusy}
      onEdit={write.clear}
      onPassword={(password) => void write.send({ phone, challengeId, code, password, agreementVersion })}
    />
  );
}

/** The first step's fields and errors, and what is called with a number once the agreements are ticked. */
function useStart(onNumber: (number: MobileNumber) => Promise<void>): Omit<PhoneStepProps, 'isBusy' | 'picture'> {
  const text = useText();
  const [phone, setPhone] = useKept('signUpPhone', '');
  const [isAgreed, setAgreed] = useKept('signUpAgreed', false);
  const [errors, setErrors] = useState<RegisterErrors>({});
  return {
    phone,
    onPhone: (digits) => {
      setErrors({});
      setPhone(digits);
    },
    phoneError: errors.phone && text(errors.phone),
    isAgreed,
    onAgreed: (isNow) => {
      setErrors({});
      setAgreed(isNow);
    },
    agreeError: errors.agree && text(errors.agree),
    onSubmit: (fields) => {
      const { phone: number, errors: found } = readStart(fields);
      setErrors(found);
      if (number) void onNumber(number);
      else focusField(Object.keys(found)[0] ?? '');
    },
  };
}

/** The write that opens the account. A wrong code leads back to its step; a number that has an account is told so for good. */
function useSignUp(forgetCode: () => void) {
  const [knownMessage, setKnown] = useState<string | null>(null);
  const write = useWrite(register, {
    fields: { passwordTooCommon: 'password' },
    onDone: (session) => {
      beginSession(session);
      return goOn();
    },
    onFailed: ({ name, message }) => {
      if (name === 'alreadyRegistered') setKnown(message);
      else if (name === 'codeWrong') {
        forgetCode();
        back();
      } else return undefined;
      return true;
    },
  });
  const codeError = write.failure?.name === 'codeWrong' ? write.failure.message : undefined;
  return { write, knownMessage, codeError };
}
