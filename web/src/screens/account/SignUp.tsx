import { agreementVersion } from '@sandali/contract/agreements.ts';
import type { MobileNumber } from '@sandali/contract/phone.ts';
import { useState } from 'react';
import { beginSession } from '#/client/session.ts';
import { focusField, useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { continueAfterLogin, goBack, navigate } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { TextButton, TextLink } from '#/ui/TextLink.tsx';
import { AgreementCheckbox } from './AgreementCheckbox.tsx';
import { CodeStep } from './CodeStep.tsx';
import { type NumberState, NumberStep } from './NumberStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { type RegisterErrors, readPhoneStep, stepFrom } from './registerForm.ts';
import { useFocusField } from './useFocusField.ts';
import { useSavedSignUp } from './useSavedSignUp.ts';
import { useSmsCode } from './useSmsCode.ts';
import { useStepState } from './useStepState.ts';

const register = async () => (await import('@sandali/contract/signUp.ts')).register;
const codeCheck = async () => (await import('@sandali/contract/signUp.ts')).codeCheck;

/**
 * The three steps of a sign-up, each with its own history entry. The progress survives a reload
 * (savedSignUp.ts).
 */
export function SignUp({ requested }: { requested: string | null }) {
  const [knownMessage, setKnown] = useState<string | null>(null);
  const { sms, start, step, kept, code, setCode, isChecked, setChecked, clear } =
    useProgress(requested);
  const check = useCheck(setKnown);
  const write = useSignUp(setKnown, {
    onDone: kept.forget,
    onCodeExpired: () => goTo('code', () => setCode('')),
  });
  const expiredCode = write.failure?.name === 'codeWrong' ? write.failure.message : undefined;
  useFocusField(step);

  const note = kept.isRestored && <ResumedSignUp onClear={clear} />;
  if (knownMessage) return <AlreadyRegistered message={knownMessage} />;
  if (step === 'phone' || !sms.sent)
    return <PhoneStep {...start} note={note} isBusy={sms.isBusy} picture={sms.picture} />;
  const { phone, challengeId } = sms.sent;
  const judge = async () => {
    const result = isChecked || (await check.send({ phone, challengeId, code }));
    if (result === true || result?.ok) {
      setChecked(true);
      await navigate(addressOf('register', { step: 'password' }));
    } else if (result?.name === 'codeWrong') setCode('');
  };
  if (step === 'code') {
    return (
      <CodeStep
        note={note}
        phone={phone}
        code={code}
        onCode={(digits) => {
          check.clear();
          write.clear();
          setCode(digits);
        }}
        error={check.fieldError('code') ?? expiredCode}
        secondsLeft={sms.secondsLeft}
        isSending={sms.isBusy}
        isBusy={check.isBusy}
        picture={sms.picture}
        onSend={() => void sms.send(phone)}
        onChangeNumber={kept.isRestored ? () => goTo('phone') : goBack}
        onDone={() => void judge()}
      />
    );
  }
  return (
    <PasswordStep
      note={note}
      purpose="open"
      phone={phone.slice('+63'.length)}
      refusal={write.fieldError('password')}
      isBusy={write.isBusy}
      onEdit={write.clear}
      onPassword={(password) => void write.send({ phone, challengeId, password, agreementVersion })}
    />
  );
}

/** Goes back to an earlier step, replacing the history entry. */
function goTo(step: 'phone' | 'code', before?: () => void) {
  before?.();
  void navigate(addressOf('register', step === 'phone' ? {} : { step }), {
    replace: true,
    move: 'back',
  });
}

/**
 * The progress of a sign-up: typed values, sent code, whether the code was correct, current step.
 */
function useProgress(requested: string | null) {
  const [code, setDigits] = useState('');
  const [isChecked, setChecked] = useState(false);
  const setCode = (digits: string) => {
    setChecked(false);
    setDigits(digits);
  };
  const sms = useSmsCode('register');
  const start = useStart(async (number) => {
    // A code recently sent to this number is still valid.
    const isSent = sms.sent?.phone === number && sms.secondsLeft > 0;
    if (isSent || (await sms.send(number))) await navigate(addressOf('register', { step: 'code' }));
  });
  const step = stepFrom(requested, { hasChallenge: sms.sent !== null, isChecked });
  const savedSignUp = useSavedSignUp({ phone: start.phone, step, sent: sms.sent }, (signUp) => {
    start.onPhone(signUp.phone);
    if (!signUp.sent) return;
    sms.restore(signUp.sent);
    setChecked(signUp.step === 'password');
    if (requested !== signUp.step)
      void navigate(addressOf('register', { step: signUp.step }), { replace: requested !== null });
  });
  const clear = () => {
    savedSignUp.forget();
    start.onPhone('');
    sms.restore(null);
    goTo('phone', () => setCode(''));
  };
  return { sms, start, step, kept: savedSignUp, code, setCode, isChecked, setChecked, clear };
}

/**
 * The state of the first step; calls `onNumber` with a valid number once the agreements are ticked.
 */
function useStart(
  onNumber: (number: MobileNumber) => Promise<void>,
): Omit<PhoneStepProps, 'isBusy' | 'picture' | 'note'> {
  const text = useText();
  const [phone, setPhone] = useStepState('signUpPhone', '');
  const [isAgreed, setAgreed] = useStepState('signUpAgreed', false);
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
      const { phone: number, errors: fieldErrors } = readPhoneStep(fields);
      setErrors(fieldErrors);
      if (number) void onNumber(number);
      else focusField(Object.keys(fieldErrors)[0] ?? '');
    },
  };
}

/**
 * The write that checks the code. A wrong code is reported at its field; a number that already has
 * an account ends the sign-up.
 */
function useCheck(onKnown: (message: string) => void) {
  return useWrite(codeCheck, {
    fields: { codeWrong: 'code' },
    onFailed: ({ name, message }) => {
      if (name === 'alreadyRegistered') onKnown(message);
      return name === 'alreadyRegistered' || undefined;
    },
  });
}

/** The write that opens the account. An expired code leads back to the code step. */
function useSignUp(
  onKnown: (message: string) => void,
  { onDone, onCodeExpired }: { onDone(): void; onCodeExpired(): void },
) {
  return useWrite(register, {
    fields: { passwordTooCommon: 'password' },
    onDone: (session) => {
      onDone();
      beginSession(session);
      return continueAfterLogin();
    },
    onFailed: ({ name, message }) => {
      if (name === 'alreadyRegistered') onKnown(message);
      else if (name === 'codeWrong') onCodeExpired();
      else return undefined;
      return true;
    },
  });
}

/** Shown after a correct code for a number that already has an account; leads to the login. */
export function AlreadyRegistered({ message }: { message: string }) {
  const text = useText();
  return (
    <>
      <Page>
        <div role="alert">
          <Empty picture="lock" title={message}>
            {text('account.register.knownWhy')}
          </Empty>
        </div>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.login}>{text('account.register.toLogin')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

type PhoneStepProps = NumberState & {
  isAgreed: boolean;
  onAgreed(isAgreed: boolean): void;
  agreeError?: string | undefined;
};

/** The first step of a sign-up: the number and the agreements. */
export function PhoneStep({ isAgreed, onAgreed, agreeError, ...number }: PhoneStepProps) {
  const text = useText();
  const below = (
    <>
      {text('account.register.have')}{' '}
      <TextLink href={paths.login}>{text('account.login.submit')}</TextLink>
    </>
  );
  return (
    <NumberStep
      {...number}
      step={1}
      of={3}
      title={text('account.register.phoneTitle')}
      reason={text('account.register.phoneWhy')}
      below={below}
    >
      <AgreementCheckbox isChecked={isAgreed} onChange={onAgreed} error={agreeError} />
    </NumberStep>
  );
}

/** A note on a resumed sign-up: its number was saved and can be cleared. */
export function ResumedSignUp({ onClear }: { onClear(): void }) {
  const text = useText();
  return (
    <Note
      tone="plain"
      role="status"
      action={<TextButton onClick={onClear}>{text('account.register.clear')}</TextButton>}
    >
      {text('account.register.kept')}
    </Note>
  );
}
