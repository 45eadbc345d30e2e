import { useState } from 'react';
import { isLoggedIn } from '#/client/session.ts';
import { useWrite } from '#/client/write.ts';
import { continueAfterLogin, useSearch } from '#/routes/navigation.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { SignUp } from './SignUp.tsx';

/**
 * Sign-up (spec §2): number, code and password on one route. An account opened by a login with a
 * code needs only the password.
 */
export default function Register() {
  const requested = useSearch().get('step');
  // Decide only once: completing a sign-up logs the visitor in while this step is still shown.
  const [isFirstPassword] = useState(() => requested === 'password' && isLoggedIn());
  return isFirstPassword ? <FirstPassword /> : <SignUp requested={requested} />;
}

const setPassword = async () => (await import('@sandali/contract/newPassword.ts')).setPassword;

/** Sets the first password of an account opened with a code, then continues. */
function FirstPassword() {
  const write = useWrite(setPassword, {
    fields: { passwordTooCommon: 'password' },
    onDone: () => continueAfterLogin(),
    onFailed: ({ name }) => {
      if (name !== 'passwordAlreadySet') return undefined;
      // Another device has already set a password, so nothing is left to do.
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
