import { formatMobile, type MobileNumber } from '@sandali/contract/phone.ts';
import { useEffect, useRef, useState } from 'react';
import { beginSession } from '#/client/session.ts';
import { focusField, useWrite, type WriteOptions } from '#/client/write.ts';
import { useText } from '#/i18n/text.ts';
import { continueAfterLogin, goBack, navigate } from '#/routes/navigation.ts';
import { addressOf, paths } from '#/routes/paths.ts';
import { ScreenForm, SubmitButton } from '#/shell/ScreenForm.tsx';
import { Dock, Footer } from '#/ui/Dock.tsx';
import { Page } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Text } from '#/ui/Text.tsx';
import { CodeStep } from './CodeStep.tsx';
import { IdStep } from './IdStep.tsx';
import { PasskeyButton, type PasskeyOption, usePasskeyOption } from './PasskeyButton.tsx';
import { PictureCode } from './PictureCode.tsx';
import { clearPendingLogin, getPendingLogin, type PendingLogin } from './pendingLogin.ts';
import { StepHeader } from './StepHeader.tsx';
import { useFocusField } from './useFocusField.ts';
import type { PictureCodeState } from './usePictureCode.ts';
import { useSmsCode } from './useSmsCode.ts';
import { clearStepState } from './useStepState.ts';

const logonRegister = async () => (await import('@sandali/contract/account.ts')).logonRegister;
type Options = WriteOptions<Awaited<ReturnType<typeof logonRegister>>>;

/**
 * A login on a device that is new to the account. Asks for an SMS code, or for the last four
 * characters of the ID number.
 */
export default function NewDevice() {
  const [login] = useState(getPendingLogin);
  useEffect(() => {
    // A reload loses the pending login, so the borrower has to log in again.
    if (!login) void navigate(paths.login, { replace: true });
    return clearPendingLogin;
  }, [login]);
  if (!login) return null;
  return login.asked === 'idDigitsNeeded' ? (
    <NewDeviceId login={login} />
  ) : (
    <NewDeviceCode login={login} />
  );
}

/** Shown after a correct password. Sends a code at once, unless a recent code is still valid. */
function NewDeviceCode({ login: { input, reason } }: { login: PendingLogin }) {
  const text = useText();
  const [code, setCode] = useState('');
  const sms = useSmsCode('newDevice');
  const login = usePendingLogin({
    onFailed: ({ name }) => {
      if (name !== 'codeWrong') return leaveToLogin(name);
      setCode('');
      focusField('code');
      return true;
    },
  });
  const passkey = usePasskeyOption((answer) => {
    if (input.by === 'password')
      return login.send({ ...input, proof: { by: 'passkey', ...answer } });
  });
  const isSent = sms.sent?.phone === input.phone;
  useFocusField(isSent ? 'code' : 'start');
  const send = () => void sms.send(input.phone);
  const begin = useRef(() => isSent || send());
  useEffect(() => void begin.current(), []);
  if (!isSent || !sms.sent || input.by !== 'password') {
    return (
      <NewDeviceStart
        reason={reason}
        phone={input.phone}
        picture={sms.picture}
        isBusy={sms.isBusy}
        isUnsent={sms.isUnsent}
        passkey={passkey}
        onSend={send}
      />
    );
  }
  const { challengeId } = sms.sent;
  return (
    <CodeStep
      phone={input.phone}
      code={code}
      onCode={(digits) => {
        login.clear();
        setCode(digits);
      }}
      error={login.failure?.name === 'codeWrong' ? login.failure.message : undefined}
      secondsLeft={sms.secondsLeft}
      isSending={sms.isBusy}
      picture={sms.picture}
      otherWay={<PasskeyButton option={passkey} />}
      onSend={() => void sms.send(input.phone)}
      onChangeNumber={goBack}
      onDone={(digits) =>
        void login.send({ ...input, proof: { by: 'code', challengeId, code: digits } })
      }
      step={1}
      of={1}
      submit={text(login.isBusy ? 'account.login.busy' : 'account.login.submit')}
      isBusy={login.isBusy}
      consequence={text('account.newDevice.effect')}
    />
  );
}

/**
 * Shown after a correct code: asks for ID digits, since another person may have the number by now.
 */
function NewDeviceId({ login: { input, reason } }: { login: PendingLogin }) {
  const login = usePendingLogin({
    fields: { idDigitsWrong: 'idLast4', idDigitsSpent: 'idLast4' },
    onFailed: ({ name }) => leaveToLogin(name),
  });
  const passkey = usePasskeyOption((answer) => {
    if (input.by === 'code') return login.send({ ...input, passkey: answer });
  });
  return (
    <IdStep
      purpose="login"
      reason={reason}
      refusal={login.fieldError('idLast4')}
      isBusy={login.isBusy}
      passkey={passkey}
      onEdit={login.clear}
      onId={(idLast4) => input.by === 'code' && void login.send({ ...input, idLast4 })}
    />
  );
}

/**
 * Goes back to the login after a refusal that this screen cannot resolve; the login shows its
 * message.
 */
function leaveToLogin(name: string): undefined {
  if (['loginWrong', 'codeWrong', 'agreementUnknown', 'smsLoginOff'].includes(name)) goBack();
}

function usePendingLogin(options: Pick<Options, 'fields' | 'onFailed'>) {
  return useWrite(logonRegister, {
    ...options,
    onDone: (session) => {
      clearStepState();
      beginSession(session);
      return continueAfterLogin(
        session.needsPassword ? addressOf('register', { step: 'password' }) : undefined,
      );
    },
  });
}

type Props = {
  reason: string;
  phone: MobileNumber;
  picture?: PictureCodeState;
  isBusy: boolean;
  /** Whether the last requested code could not be sent. */
  isUnsent?: boolean;
  passkey?: PasskeyOption | undefined;
  onSend(): void;
};

/**
 * The step before a code is sent to a new device: why a code is needed, and a picture code if one
 * is required.
 */
export function NewDeviceStart({
  reason,
  phone,
  picture,
  isBusy,
  isUnsent,
  passkey,
  onSend,
}: Props) {
  const text = useText();
  return (
    <ScreenForm onSubmit={onSend}>
      <Page gap={5}>
        <StepHeader step={1} of={1} title={text('account.newDevice.title')}>
          {reason}
        </StepHeader>
        <Text>{formatMobile(phone).replaceAll(' ', '\u00a0')}</Text>
        {isUnsent && !isBusy && !picture?.shown && (
          <Note tone="bad">{text('account.newDevice.unsent')}</Note>
        )}
        {picture && <PictureCode picture={picture} />}
        <PasskeyButton option={passkey} />
      </Page>
      <Footer>
        <Dock>
          <SubmitButton isBusy={isBusy}>
            {text(isBusy ? 'account.codeSending' : 'account.codeSend')}
          </SubmitButton>
        </Dock>
      </Footer>
    </ScreenForm>
  );
}
