// Changing the number of an account (spec §2): once in 14 days, by codes to both numbers, or with
// the ID number where the old phone is lost.
import * as v from 'valibot';
import { zSmsCode } from './account.ts';
import { call } from './call.ts';
import { zDay, zInstant } from './day.ts';
import { zChallengeId, zIdNumber } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/**
 * What the change of number can begin with. A number that was changed on a Manila day may be
 * changed again from `possibleOn`; null if it may now.
 */
export const changePhoneQuery = call({
  path: '/user/changePhone/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    phoneMasked: v.string(),
    possibleOn: v.nullable(zDay),
    hasPassword: v.boolean(),
    /** Whether an ID number was ever sent with an application, to prove oneself with. */
    hasIdNumber: v.boolean(),
  }),
  refusals: [],
});

const zNewPhone = { phone: zMobile, challengeId: zChallengeId, code: zSmsCode };

/**
 * Gives the account another number. By `code` with a code to the old number (purpose `oldPhone`)
 * and one to the new (`newPhone`); by `idNumber` with the whole ID number, the password and a code
 * to the new number. Five tries at the ID number in 14 days; it is compared only after a right
 * password and a right code. That the new number has an account is said only after a right code for
 * it. Every other session ends, new payout accounts wait 24 hours, and both numbers are notified.
 */
export const changePhone = call({
  path: '/user/changePhone',
  who: 'borrower',
  kind: 'write',
  request: v.variant('by', [
    v.strictObject({
      by: v.literal('code'),
      oldChallengeId: zChallengeId,
      oldCode: zSmsCode,
      ...zNewPhone,
    }),
    v.strictObject({
      by: v.literal('idNumber'),
      idNumber: zIdNumber,
      password: zPassword,
      ...zNewPhone,
    }),
  ]),
  data: v.object({
    phoneMasked: v.string(),
    /** From this Manila day on it can be changed again. */
    possibleOn: zDay,
    /** Until then no payout account can be added. */
    accountsHeldUntil: zInstant,
  }),
  refusals: [
    'tooManyRequests',
    'systemBusy',
    'phoneChangedLately',
    'phoneSame',
    'oldCodeWrong',
    'passwordWrong',
    'idNumberUnknown',
    'codeWrong',
    'idNumberSpent',
    'idNumberWrong',
    'phoneTaken',
  ],
});
