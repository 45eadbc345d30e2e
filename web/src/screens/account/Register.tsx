import { useState } from 'react';
import { isLoggedIn } from '#/client/session.ts';
import { useSearch } from '#/routes/navigation.ts';
import { FirstPassword } from './FirstPassword.tsx';
import { SignUp } from './SignUp.tsx';

/** Sign-up (spec §2): number, code, password on one route; and the password alone for an account that a login by code has opened. */
export default function Register() {
  const wished = useSearch().get('step');
  // Decided once: a sign-up that has just opened its session is still a sign-up until the next screen is there.
  const [isFirstPassword] = useState(() => wished === 'password' && isLoggedIn());
  return isFirstPassword ? <FirstPassword /> : <SignUp wished={wished} />;
}
