// A new password: the first one, one after a code by SMS, and one in place of the present one. A
// login needs none of it.
import * as v from 'valibot';
import { zIdLast4, zSmsCode } from './account.ts';
import { zAssertion } from './assertion.ts';
import { call } from './call.ts';
import { zChallengeId } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/**
 * Gives an account that was opened by a code its first password. It proves who somebody is from
 * then on, so the login must not lie more than 15 minutes back (`proofTooOld`), and the borrower is
 * notified by SMS.
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
 * Sets a new password with a code by SMS, and ends every session of the borrower. Until the code is
 * right, known and unknown numbers are answered alike. From a device that the borrower never used,
 * an account that holds an ID number also asks for its last four (five tries a day), since a number
 * may have passed to somebody else; new payout accounts then wait 24 hours.
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
 * Changes the password of somebody who is logged in and knows the present one. It ends every other
 * session of theirs.
 */
export const changePassword = call({
  path: '/user/changePwd',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ oldPassword: zPassword, password: zPassword }),
  data: v.object({}),
  refusals: ['passwordTooCommon', 'systemBusy', 'passwordWrong', 'passwordSame'],
});
