// Sign-up: first the code, then the account. Separate from the login's calls, which the first
// screen loads.
import * as v from 'valibot';
import { zAgreementVersion, zSessionOpened, zSmsCode } from './account.ts';
import { call } from './call.ts';
import { zChallengeId } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/**
 * Checks the code of a sign-up before a password is chosen. A wrong code is counted and reported;
 * only a correct code reveals that the number has an account. A correct code is used up; for the
 * next 15 minutes /register accepts its challenge alone, from the same device.
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
 * Opens an account with a code, or with the challenge alone after /code/check. Only a correct code
 * reveals "already registered", so nobody can list borrowers.
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
