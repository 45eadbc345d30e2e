import type { Assertion } from '@sandali/contract/assertion.ts';
import { useEffect, useState } from 'react';
import { toast } from '#/client/toast.ts';
import { useLazy } from '#/client/useLazy.ts';
import { focusField, useWrite } from '#/client/write.ts';
import { loadCatalogs } from '#/i18n/loadCatalogs.ts';
import { useText } from '#/i18n/text.ts';
import { goBack, navigate, useSearch } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Empty } from '#/ui/Empty.tsx';
import { Page, Stack } from '#/ui/Layout.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { CodeStep } from './CodeStep.tsx';
import { IdStep, type IdStepProps } from './IdStep.tsx';
import { type NumberState, NumberStep } from './NumberStep.tsx';
import { usePasskeyOption } from './PasskeyButton.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { phoneFault } from './phoneFault.ts';
import { readNumber, resetStepFrom } from './resetForm.ts';
import { useFocusField } from './useFocusField.ts';
import { type SmsCodeState, useSmsCode } from './useSmsCode.ts';

const codeLength = 6;
const resetPassword = async () => (await import('@sandali/contract/newPassword.ts')).resetPassword;
const stepTo = (step: string) => addressOf('forgotPassword', { step });

const loadRecovery = async () => {
  const [part] = await Promise.all([
    import('./recovery/Recovery.tsx'),
    loadCatalogs(['account', 'credit', 'idNumber']),
  ]);
  return part;
};

/**
 * Resets a forgotten password (spec §2). Also leads to recovery for a borrower who has lost both
 * phone and number, and lets a borrower stop another person's recovery.
 */
export default function ForgotPassword() {
  const requested = useSearch().get('step') ?? '';
  return /^(lost|stop)/.test(requested) ? <Recovery requested={requested} /> : <Reset />;
}

/** Account recovery, loaded on demand since few borrowers lose their number. */
function Recovery({ requested }: { requested: string }) {
  const { part, load } = useLazy(loadRecovery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => void load(), []);
  return part && <part.Recovery requested={requested} />;
}

/**
 * Resets the password in steps: number, code and new password. A new phone also needs the last four
 * characters of the ID number. Typed values are kept while the page is open.
 */
function Reset() {
  const requested = useSearch().get('step');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const sms = useSmsCode('reset');
  const start = useStart(sms);
  const reset = useReset(requested === 'id', () => setCode(''));
  const step = resetStepFrom(requested, {
    hasChallenge: sms.sent !== null,
    hasCode: code.length === codeLength,
    isIdAsked: reset.whyId !== null && password !== '',
  });
  useFocusField(step === 'id' ? 'idLast4' : step);

  if (reset.unknownMessage) return <NotRegistered message={reset.unknownMessage} />;
  if (step === 'phone' || !sms.sent) return <ResetPhoneStep {...start} />;
  const { phone, challengeId } = sms.sent;
  const send = (chosen: string, proof: IdProof = {}) => {
    setPassword(chosen);
    return reset.write.send({ phone, challengeId, code, password: chosen, ...proof });
  };
  if (step === 'code') {
    return (
      <CodeStep
        phone={phone}
        code={code}
        onCode={(digits) => {
          reset.write.clear();
          setCode(digits);
        }}
        error={reset.codeError}
        secondsLeft={sms.secondsLeft}
        isSending={sms.isBusy}
        picture={sms.picture}
        onSend={() => void sms.send(phone)}
        onChangeNumber={goBack}
        onDone={() => void navigate(stepTo('password'))}
      />
    );
  }
  const common = { isBusy: reset.write.isBusy, onEdit: reset.write.clear };
  if (step === 'id') {
    const refusal = reset.write.fieldError('idLast4');
    return (
      <ResetIdStep
        {...common}
        reason={reset.whyId ?? ''}
        refusal={refusal}
        onProof={(proof) => send(password, proof)}
      />
    );
  }
  return (
    <PasswordStep
      {...common}
      purpose="reset"
      phone={phone.slice('+63'.length)}
      refusal={reset.passwordError}
      onPassword={(chosen) => void send(chosen)}
    />
  );
}

type IdProof = { idLast4?: string; passkey?: Assertion };

/**
 * The last step on a new phone: the last four characters of the ID number, or a passkey of the
 * account.
 */
function ResetIdStep({
  onProof,
  ...step
}: Omit<IdStepProps, 'onId' | 'passkey'> & { onProof(proof: IdProof): unknown }) {
  const passkey = usePasskeyOption((answer) => onProof({ passkey: answer }));
  return <IdStep {...step} passkey={passkey} onId={(idLast4) => void onProof({ idLast4 })} />;
}

/** The state of the first step. Submitting it opens the next step once a code has been sent. */
function useStart(sms: SmsCodeState): NumberState {
  const text = useText();
  const [phone, setPhone] = useState('');
  const [isWrong, setWrong] = useState(false);
  const begin = async (fields: FormData) => {
    const number = readNumber(fields);
    setWrong(number === null);
    if (!number) return focusField('phone');
    // A code recently sent to this number is still valid.
    const isSent = sms.sent?.phone === number && sms.secondsLeft > 0;
    if (isSent || (await sms.send(number))) await navigate(stepTo('code'));
  };
  const onPhone = (digits: string) => {
    setWrong(false);
    setPhone(digits);
  };
  const phoneError = isWrong ? text(phoneFault(phone)) : undefined;
  return {
    phone,
    onPhone,
    phoneError,
    isBusy: sms.isBusy,
    picture: sms.picture,
    onSubmit: (fields) => void begin(fields),
  };
}

/**
 * The write that sets the password. A refusal leads back to the step whose input the borrower must
 * correct; if no account has the number, the reset ends.
 */
function useReset(isAtId: boolean, forgetCode: () => void) {
  const text = useText();
  const [unknownMessage, setUnknown] = useState<string | null>(null);
  const [whyId, setWhyId] = useState<string | null>(null);
  const backToCode = () =>
    isAtId ? void navigate(stepTo('code'), { replace: true, move: 'back' }) : goBack();
  const write = useWrite(resetPassword, {
    fields: { idDigitsWrong: 'idLast4', idDigitsSpent: 'idLast4' },
    onDone: async () => {
      await navigate(paths.login, { replace: true });
      toast(text('account.reset.done'));
    },
    onFailed: ({ name, message }) => {
      if (name === 'accountUnknown') setUnknown(message);
      else if (name === 'idDigitsNeeded') {
        setWhyId(message);
        void navigate(stepTo('id'));
      } else if (name === 'codeWrong') {
        forgetCode();
        backToCode();
      } else if (name === 'passwordSame' || name === 'passwordTooCommon') {
        if (isAtId) goBack();
        else focusField('password');
      } else return undefined;
      return true;
    },
  });
  const messageOf = (...names: readonly string[]) =>
    write.failure && names.includes(write.failure.name) ? write.failure.message : undefined;
  const codeError = messageOf('codeWrong') ?? write.fieldError('code');
  const passwordError =
    messageOf('passwordSame', 'passwordTooCommon') ?? write.fieldError('password');
  return { write, unknownMessage, whyId, codeError, passwordError };
}

/** Shown after a correct code for a number without an account; leads to the sign-up. */
export function NotRegistered({ message }: { message: string }) {
  const text = useText();
  return (
    <>
      <Page>
        <div role="alert">
          <Empty picture="lock" title={message}>
            {text('account.reset.unknownWhy')}
          </Empty>
        </div>
      </Page>
      <Footer>
        <Dock>
          <ButtonLink href={paths.register}>{text('account.login.register')}</ButtonLink>
        </Dock>
      </Footer>
    </>
  );
}

/**
 * The first step of a password reset: the number, and links for a borrower who has lost it or wants
 * to stop another person's recovery.
 */
export function ResetPhoneStep(number: NumberState) {
  const text = useText();
  const below = (
    <>
      {text('account.reset.remember')}{' '}
      <TextLink href={paths.login}>{text('account.login.submit')}</TextLink>
    </>
  );
  return (
    <NumberStep
      {...number}
      step={1}
      of={3}
      title={text('account.register.phoneTitle')}
      reason={text('account.reset.phoneWhy')}
      below={below}
    >
      <Stack gap={5}>
        <TextLink isAlone href={addressOf('forgotPassword', { step: 'lost' })}>
          {text('account.reset.lost')}
        </TextLink>
        <TextLink isAlone href={addressOf('forgotPassword', { step: 'stop' })}>
          {text('account.reset.stop')}
        </TextLink>
      </Stack>
    </NumberStep>
  );
}
