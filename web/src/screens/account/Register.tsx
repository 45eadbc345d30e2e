import { useState } from 'react';
import { isLoggedIn } from '#/client/session.ts';
import { useWrite } from '#/client/write.ts';
import { continueAfterLogin, useSearch } from '#/routes/navigation.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { SignUp } from './SignUp.tsx';

/**
 * Sign-up (spec §2): number, code, password on one route; and the password alone for an account
 * that a login by code has opened.
 */
export default function Register() {
  const requested = useSearch().get('step');
  // Decided once: a sign-up that has just opened its session is still a sign-up until the next
  // screen is there.
  const [isFirstPassword] = useState(() => requested === 'password' && isLoggedIn());
  return isFirstPassword ? <FirstPassword /> : <SignUp requested={requested} />;
}

const setPassword = async () => (await import('@sandali/contract/newPassword.ts')).setPassword;

/** Gives an account that a code has opened its first password, and leads on. */
function FirstPassword() {
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
