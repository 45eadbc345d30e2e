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
 * The three steps of a sign-up; each is an entry of the history, so that back is one step. How far
 * it has come outlives the page (savedSignUp.ts).
 */
export function SignUp({ requested }: { requested: string | null }) {
  const [knownMessage, setKnown] = useState<string | null>(null);
  const { sms, start, step, kept, code, setCode, isChecked, setChecked, clear } =
    useProgress(requested);
  const check = useCheck(setKnown);
  const write = useSignUp(setKnown, {
    onDone: kept.forget,
    onCodeOver: () => goTo('code', () => setCode('')),
  });
  const codeOver = write.failure?.name === 'codeWrong' ? write.failure.message : undefined;
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
        error={check.fieldError('code') ?? codeOver}
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

/** To an earlier step, in the place of the one that is shown. */
function goTo(step: 'phone' | 'code', before?: () => void) {
  before?.();
  void navigate(addressOf('register', step === 'phone' ? {} : { step }), {
    replace: true,
    move: 'back',
  });
}

/**
 * How far the sign-up has come: what was typed and sent, whether the code was right, and which step
 * that makes. Any other digits are a code to be judged.
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
    // A code that has just gone to this number is still good.
    const isThere = sms.sent?.phone === number && sms.secondsLeft > 0;
    if (isThere || (await sms.send(number)))
      await navigate(addressOf('register', { step: 'code' }));
  });
  const step = stepFrom(requested, { hasChallenge: sms.sent !== null, isChecked });
  const kept = useSavedSignUp({ phone: start.phone, step, sent: sms.sent }, (found) => {
    start.onPhone(found.phone);
    if (!found.sent) return;
    sms.restore(found.sent);
    setChecked(found.step === 'password');
    if (requested !== found.step)
      void navigate(addressOf('register', { step: found.step }), { replace: requested !== null });
  });
  const clear = () => {
    kept.forget();
    start.onPhone('');
    sms.restore(null);
    goTo('phone', () => setCode(''));
  };
  return { sms, start, step, kept, code, setCode, isChecked, setChecked, clear };
}

/**
 * The first step's fields and errors, and what is called with a number once the agreements are
 * ticked.
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
      const { phone: number, errors: found } = readPhoneStep(fields);
      setErrors(found);
      if (number) void onNumber(number);
      else focusField(Object.keys(found)[0] ?? '');
    },
  };
}

/**
 * The write that judges the code at its own step: a wrong one is said beside it, and a number that
 * has an account ends the sign-up.
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

/** The write that opens the account. A code whose time is over leads back to its step. */
function useSignUp(
  onKnown: (message: string) => void,
  { onDone, onCodeOver }: { onDone(): void; onCodeOver(): void },
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
      else if (name === 'codeWrong') onCodeOver();
      else return undefined;
      return true;
    },
  });
}

/**
 * After a right code for a number that has an account: the way back to the login. `message` is the
 * server's.
 */
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

/** Sign-up, first step: the number and the agreements. */
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
      why={text('account.register.phoneWhy')}
      below={below}
    >
      <AgreementCheckbox isChecked={isAgreed} onChange={onAgreed} error={agreeError} />
    </NumberStep>
  );
}

/**
 * Over a step of a sign-up that goes on where it stopped: that its number was kept, and the way to
 * begin without.
 */
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
