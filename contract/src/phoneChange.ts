// Changing an account's phone number (spec §2), at most once every 14 days: with codes sent to both
// numbers, or with the ID number if the old phone is lost.
import * as v from 'valibot';
import { zSmsCode } from './account.ts';
import { call } from './call.ts';
import { zDay, zInstant } from './day.ts';
import { zChallengeId, zIdNumber } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/**
 * The conditions for a change of phone number. `possibleOn` is the first day on which the number
 * can be changed again; null if it can be changed now.
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
    /** Whether any application contained an ID number, which can serve as proof. */
    hasIdNumber: v.boolean(),
  }),
  refusals: [],
});

const zNewPhone = { phone: zMobile, challengeId: zChallengeId, code: zSmsCode };

/**
 * Changes the account's phone number. `code` requires codes sent to the old number (purpose
 * `oldPhone`) and the new one (`newPhone`); `idNumber` requires the whole ID number, the password
 * and a code sent to the new number. The ID number is compared only after a correct password and
 * code, with five attempts in 14 days. Only a correct code reveals that the new number has an
 * account. All other sessions end, and both numbers are notified.
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
    /** The first Manila day on which the number can be changed again. */
    possibleOn: zDay,
    /** The instant before which no payout account can be added. */
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
