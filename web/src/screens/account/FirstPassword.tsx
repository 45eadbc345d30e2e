import { useWrite } from '#/client/write.ts';
import { continueAfterLogin } from '#/routes/navigation.ts';
import { PasswordStep } from './PasswordStep.tsx';

const setPassword = async () => (await import('@sandali/contract/newPassword.ts')).setPassword;

/** Gives an account that a code has opened its first password, and leads on. */
export function FirstPassword() {
  const write = useWrite(setPassword, {
    fields: { passwordTooCommon: 'password' },
    onDone: () => continueAfterLogin(),
    onFailed: ({ name }) => {
      if (name !== 'passwordAlreadySet') return undefined;
      // Another device was faster: there is nothing left to do here.
      void continueAfterLogin();
      return true;
    },
  });
  return (
    <PasswordStep
      purpose="set"
      refusal={write.fieldError('password')}
      isBusy={write.isBusy}
      onEdit={write.clear}
      onPassword={(password) => void write.send({ password })}
    />
  );
}
