// A new password: the first one, a reset by SMS code, or a change. Separate from the login's calls,
// so that a login does not load these schemas.
import * as v from 'valibot';
import { zIdLast4, zSmsCode } from './account.ts';
import { zAssertion } from './assertion.ts';
import { call } from './call.ts';
import { zChallengeId } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/**
 * Sets the first password of an account that was opened with an SMS code. As a password proves
 * identity, the login must be at most 15 minutes old (`proofTooOld`), and the borrower is notified
 * by SMS.
 */
export const setPassword = call({
  path: '/user/setPwd',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ password: zPassword }),
  data: v.object({}),
  refusals: ['proofTooOld', 'passwordTooCommon', 'passwordAlreadySet', 'systemBusy'],
});

/**
 * Sets a new password with an SMS code and ends all of the borrower's sessions. Until the code is
 * correct, known and unknown numbers get the same response. On a new device, the call also requires
 * the last four characters of the ID number, if the account has one (five attempts a day), since
 * the phone number may belong to another person now. After such a reset, no payout account can be
 * added for 24 hours.
 */
export const resetPassword = call({
  path: '/user/resetPwd',
  who: 'anyone',
  kind: 'write',
  request: v.strictObject({
    phone: zMobile,
    challengeId: zChallengeId,
    code: zSmsCode,
    password: zPassword,
    idLast4: v.optional(zIdLast4),
    passkey: v.optional(zAssertion),
  }),
  data: v.object({}),
  refusals: [
    'passwordTooCommon',
    'systemBusy',
    'codeWrong',
    'accountUnknown',
    'idDigitsNeeded',
    'passkeyWrong',
    'idDigitsSpent',
    'idDigitsWrong',
    'passwordSame',
  ],
});

/**
 * Changes the password of a logged-in borrower who knows the current one, and ends their other
 * sessions.
 */
export const changePassword = call({
  path: '/user/changePwd',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ oldPassword: zPassword, password: zPassword }),
  data: v.object({}),
  refusals: ['passwordTooCommon', 'systemBusy', 'passwordWrong', 'passwordSame'],
});
