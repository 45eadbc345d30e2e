import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import { type ComponentType, useRef, useState } from 'react';
import { useConfig } from '#/kit/config.ts';
import { goOn } from '#/kit/location.ts';
import { beginSession } from '#/kit/session.ts';
import { textNow, useText } from '#/kit/text.ts';
import { toast } from '#/kit/toast.ts';
import { focusField, useWrite } from '#/kit/write.ts';
import { addressOf, paths } from '#/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Foot } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { PasswordField } from '#/ui/PasswordField.tsx';
import { PhoneField } from '#/ui/PhoneField.tsx';
import { Segments } from '#/ui/Segments.tsx';
import { TextLink } from '#/ui/TextLink.tsx';
import { AgreementTick } from './AgreementTick.tsx';
import { agreementVersion } from './agreements.ts';
import { LoginSky } from './LoginSky.tsx';
import { type LoginBy, type LoginErrors, type LoginField, readLogin } from './loginForm.ts';
import type { SmsCodeProps } from './SmsCode.tsx';
import { useSmsCode } from './useSmsCode.ts';

const empty = { phone: '', password: '', code: '', agree: false };

/** Login (spec §2): phone and password, or phone and SMS code, with the agreement box. */
export default function Login() {
  const text = useText();
  const { by, choose, canUseSms, SmsCode } = useLoginBy();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<LoginErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const sms = useSmsCode('login');
  const login = useLogin();

  const set = (field: LoginField) => (value: string | boolean) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
    login.clear();
  };
  const error = (field: LoginField) => (errors[field] ? text(errors[field]) : login.fieldError(field));
  const fail = (found: LoginErrors) => {
    setErrors(found);
    focusField(Object.keys(found)[0] ?? '');
  };
  const submit = (fields: FormData) => {
    const { input, errors: found } = readLogin(fields, by, sms.sent !== null);
    if (!input) return fail(found);
    if (input.by === 'password') void login.send({ ...input, agreementVersion });
    else void login.send({ ...input, challengeId: sms.sent?.challengeId ?? '', agreementVersion });
  };
  const sendCode = () => {
    const phone = form.current && parsePhilippineMobile(String(new FormData(form.current).get('phone')));
    if (phone) void sms.send(phone);
    else fail({ phone: 'account.phoneWrong' });
  };

  return (
    <>
      <LoginSky />
      <ScreenForm onSubmit={submit} formRef={form}>
        <Page isUnderSky>
          <PhoneField label={text('account.phone')} name="phone" value={values.phone} onChange={set('phone')} error={error('phone')} />
          {canUseSms && <LoginSwitch by={by} onChange={(next) => void choose(next)} />}
          {by === 'code' && SmsCode && (
            <SmsCode sms={sms} value={values.code} onChange={set('code')} onSend={sendCode} error={error('code')} />
          )}
          {by === 'password' && <Password value={values.password} onChange={set('password')} error={error('password')} />}
          <AgreementTick isChecked={values.agree} onChange={set('agree')} error={error('agree')} />
        </Page>
        <Foot>
          <Dock below={<SignUp />}>
            <SubmitButton isBusy={login.isBusy}>{text(login.isBusy ? 'account.login.busy' : 'account.login.submit')}</SubmitButton>
          </Dock>
        </Foot>
      </ScreenForm>
    </>
  );
}

const logonRegister = async () => (await import('@sandali/contract/account.ts')).logonRegister;

function useLogin() {
  return useWrite(logonRegister, {
    fields: { loginWrong: 'password', codeWrong: 'code' },
    onDone: (session) => {
      beginSession(session);
      // A code for an unknown number has opened an account, which still needs its password.
      return session.needsPassword ? goOn(addressOf('register', { step: 'password' })) : goOn();
    },
  });
}

/** The way to log in. The part for the code is loaded when it is chosen first, so that the usual way does not wait for it. */
function useLoginBy() {
  const canUseSms = useConfig()?.smsSwitch ?? true;
  const [chosen, setBy] = useState<LoginBy>('password');
  const [SmsCode, setSmsCode] = useState<ComponentType<SmsCodeProps> | null>(null);
  const choose = async (by: LoginBy) => {
    try {
      if (by === 'code') {
        const part = await import('./SmsCode.tsx');
        setSmsCode(() => part.SmsCode);
      }
      setBy(by);
    } catch {
      toast(textNow('net.later'), { tone: 'bad' });
    }
  };
  return { by: canUseSms ? chosen : ('password' as const), choose, canUseSms, SmsCode };
}

function LoginSwitch({ by, onChange }: { by: LoginBy; onChange(by: LoginBy): void }) {
  const text = useText();
  const options = [
    { value: 'password', label: text('account.login.byPassword') },
    { value: 'code', label: text('account.login.byCode') },
  ] as const;
  return <Segments label={text('account.login.by')} value={by} onChange={onChange} options={options} />;
}

function Password(field: { value: string; onChange(value: string): void; error?: string | undefined }) {
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

function SignUp() {
  const text = useText();
  return (
    <>
      {text('account.login.new')} <TextLink href={paths.register}>{text('account.login.register')}</TextLink>
    </>
  );
}
