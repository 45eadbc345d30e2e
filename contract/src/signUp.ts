// Sign-up: the code at its own step, then the account. Apart from the login's calls, which come
// with the first screen.
import * as v from 'valibot';
import { zAgreementVersion, zSessionOpened, zSmsCode } from './account.ts';
import { call } from './call.ts';
import { zChallengeId } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/**
 * Compares the code of a sign-up at its own step, before a password is chosen: a wrong one is
 * counted and reported, and only the holder of a right one learns that the number has an account. A
 * right code is used up by it; from then on, for 15 minutes and on the same device, /register takes
 * its challenge alone.
 */
export const codeCheck = call({
  path: '/code/check',
  who: 'anyone',
  kind: 'write',
  request: v.strictObject({ phone: zMobile, challengeId: zChallengeId, code: zSmsCode }),
  data: v.object({}),
  refusals: ['codeWrong', 'alreadyRegistered'],
});

/**
 * Opens an account, with a code or after /code/check with its challenge alone. "Already registered"
 * is said only after a right code, so that nobody can list customers.
 */
export const register = call({
  path: '/register',
  who: 'anyone',
  kind: 'write',
  request: v.strictObject({
    phone: zMobile,
    challengeId: zChallengeId,
    code: v.optional(zSmsCode),
    password: zPassword,
    agreementVersion: zAgreementVersion,
  }),
  data: zSessionOpened,
  refusals: [
    'agreementUnknown',
    'passwordTooCommon',
    'systemBusy',
    'codeWrong',
    'alreadyRegistered',
  ],
});
