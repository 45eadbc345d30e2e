import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadChunk } from '#/client/chunk.ts';
import { useConfig } from '#/client/config.ts';
import { whenIdle } from '#/client/idle.ts';
import { type ProgramLoader, useProgram } from '#/client/program.ts';
import { useLazy } from '#/client/useLazy.ts';
import { focusField, useWrite } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { useCurrentRoute } from '#/routes/currentRoute.ts';
import { paths } from '#/routes/paths.ts';
import { LanguageButton } from '#/shell/LanguageButton.tsx';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { ButtonLink } from '#/ui/Button.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { SegmentedControl } from '#/ui/SegmentedControl.tsx';
import { Sky } from '#/ui/Sky.tsx';
import { Sunrise } from '#/ui/Sunrise.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { WordMark } from '#/ui/WordMark.tsx';
import { AgreementCheckbox } from './AgreementCheckbox.tsx';
import css from './Login.module.css';
import type { LoginBy, LoginErrors, LoginField, LoginInput } from './loginForm.ts';
import type { ProofName } from './pendingLogin.ts';
import { useStepState } from './useStepState.ts';

const empty = { phone: '', password: '', code: '', agree: false };

/** Login (spec §2) with a phone number and a password or SMS code, after ticking the agreements. */
export default function Login() {
  const text = useText();
  const program = useProgram();
  const { by, choose, canUseSms, SmsCode } = useLoginBy();
  const [values, setValues] = useStepState('login', empty, paths.newDevice);
  const [errors, setErrors] = useState<LoginErrors>({});
  const [isAskingCode, setAskingCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const login = useLogin();

  const set = (field: LoginField) => (value: string | boolean) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
    login.clear();
  };
  const error = (field: LoginField) =>
    errors[field] ? text(errors[field]) : login.fieldError(field);
  const fail = async (fieldErrors: LoginErrors) => {
    await speakErrors(program);
    flushSync(() => setErrors(fieldErrors));
    focusField(Object.keys(fieldErrors)[0] ?? '');
  };
  const submit = async (fields: FormData) => {
    const rules = await loadRules(program);
    const parsed = rules?.readLogin(fields, by);
    if (parsed?.input) await login.logIn(parsed.input);
    else if (parsed) await fail(parsed.errors);
  };

  return (
    <>
      <LoginSky />
      <ScreenForm onSubmit={(fields) => void submit(fields)} formRef={form}>
        <Page isUnderSky>
          <PhoneField
            label={text('account.phone')}
            name="phone"
            value={values.phone}
            onChange={set('phone')}
            error={error('phone')}
          />
          {canUseSms && <LoginSwitch by={by} onChange={(next) => void choose(next)} />}
          {by === 'code' && SmsCode && (
            <SmsCode
              form={form}
              value={values.code}
              onChange={set('code')}
              onWrongPhone={(fieldErrors) => void fail(fieldErrors)}
              onBusy={setAskingCode}
              error={error('code')}
            />
          )}
          {by === 'password' && (
            <Password
              value={values.password}
              onChange={set('password')}
              error={error('password')}
            />
          )}
          <AgreementCheckbox
            isChecked={values.agree}
            onChange={set('agree')}
            error={error('agree')}
          />
          <TryFirst />
        </Page>
        <Footer>
          <Dock hasTwo="even">
            <ButtonLink href={paths.register}>{text('account.login.register')}</ButtonLink>
            <SubmitButton isBusy={login.isBusy || isAskingCode}>
              {text(login.isBusy ? 'account.login.busy' : 'account.login.submit')}
            </SubmitButton>
          </Dock>
        </Footer>
      </ScreenForm>
    </>
  );
}

/** On the first submit, loads the code that reads the form. */
async function loadRules(program: ProgramLoader) {
  try {
    return await loadChunk(() => import('./loginForm.ts'));
  } catch {
    program.offerReload();
    return null;
  }
}

/** Loads the error messages. If that fails, offers a reload; the invalid field is still marked. */
async function speakErrors(program: ProgramLoader) {
  try {
    await (await program.load()).loadCatalogs(['account']);
  } catch {
    program.offerReload();
  }
}

const logonRegister = async () => (await import('@sandali/contract/account.ts')).logonRegister;

/** Refusals that require more proof on this device; another screen asks for the proof. */
const proofs: readonly string[] = ['newDeviceCodeNeeded', 'idDigitsNeeded'] satisfies ProofName[];

function useLogin() {
  const program = useProgram();
  const login = useWrite(logonRegister, {
    fields: { loginWrong: 'password', codeWrong: 'code', agreementUnknown: 'agree' },
    onDone: async (session) => {
      const { beginSession, continueAfterLogin } = await program.load();
      beginSession(session);
      // Logging in by code with an unknown number has created an account, which still needs a
      // password.
      return continueAfterLogin(
        session.needsPassword ? `${paths.register}?step=password` : undefined,
      );
    },
    onFailed: ({ name }) => proofs.includes(name),
  });
  const logIn = async (input: LoginInput) => {
    const result = await login.send(input);
    if (!result || result.ok || !proofs.includes(result.name)) return;
    try {
      const { startLoginProof } = await loadChunk(() => import('./pendingLogin.ts'));
      await startLoginProof({ input, asked: result.name as ProofName, reason: result.message });
    } catch {
      program.offerReload();
    }
  };
  return { ...login, logIn };
}

const loadSmsCode = async (program: ProgramLoader) => {
  const [part, { loadCatalogs }] = await Promise.all([import('./SmsCode.tsx'), program.load()]);
  await loadCatalogs(['account']);
  return part;
};

/**
 * The state of the chosen login method. The SMS code's component is loaded when that method is
 * first chosen, so that a login by password never waits for it.
 */
function useLoginBy() {
  const canUseSms = useConfig()?.smsSwitch ?? true;
  const [chosen, setBy] = useStepState<LoginBy>('loginBy', 'password', paths.newDevice);
  const program = useProgram();
  const { part, load } = useLazy(() => loadSmsCode(program));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `choose` loads otherwise
  useEffect(() => {
    if (chosen === 'code') void load();
  }, []);
  const choose = async (by: LoginBy) => {
    if (by === 'password' || (await load())) setBy(by);
  };
  return {
    by: canUseSms ? chosen : ('password' as const),
    choose,
    canUseSms,
    SmsCode: part?.SmsCode,
  };
}

function LoginSwitch({ by, onChange }: { by: LoginBy; onChange(by: LoginBy): void }) {
  const text = useText();
  const options = [
    { value: 'password', label: text('account.login.byPassword') },
    { value: 'code', label: text('account.login.byCode') },
  ] as const;
  return (
    <SegmentedControl
      label={text('account.login.by')}
      value={by}
      onChange={onChange}
      options={options}
    />
  );
}

function Password(field: {
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
}) {
  const text = useText();
  const forgot = (
    <TextLink isAlone href={paths.forgotPassword}>
      {text('account.login.forgot')}
    </TextLink>
  );
  return (
    <PasswordField
      {...field}
      label={text('account.password')}
      aside={forgot}
      name="password"
      autoComplete="current-password"
      showLabel={text('account.showPassword')}
      hideLabel={text('account.hidePassword')}
    />
  );
}

const loadTryLoan = async () => {
  const part = await loadChunk(() => import('#/screens/loan/TryLoan.tsx'));
  const examples = await part.loadExamples();
  return examples && <part.TryLoan examples={examples} />;
};

/**
 * Shows visitors the cost of a loan. Loaded after the form and the app; the page works without it.
 */
function TryFirst() {
  const [part, setPart] = useState<ReactNode>(null);
  const hasProgram = useCurrentRoute().Header !== undefined;
  useEffect(() => {
    if (hasProgram)
      return whenIdle(
        () => void loadTryLoan().then(setPart, (error) => console.warn('try', error)),
      );
    return undefined;
  }, [hasProgram]);
  return part;
}

/** The head of the login page: word mark, rising sun, language menu. */
function LoginSky() {
  const text = useText();
  return (
    <Sky>
      <div className={css.bar}>
        <LanguageButton />
      </div>
      <div className={css.words}>
        <h1 className={css.mark} tabIndex={-1}>
          <WordMark height={48} />
        </h1>
        <p>
          {text('shell.slogan')}
          <br />
          {text('shell.sloganCost')}
        </p>
      </div>
      <Sunrise />
    </Sky>
  );
}
