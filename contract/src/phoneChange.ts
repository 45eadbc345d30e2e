// Changing an account's number (spec §2): once in 14 days, by codes to both numbers, or with the ID
// number if the old phone is lost.
import * as v from 'valibot';
import { zSmsCode } from './account.ts';
import { call } from './call.ts';
import { zDay, zInstant } from './day.ts';
import { zChallengeId, zIdNumber } from './id.ts';
import { zMobile } from './mobile.ts';
import { zPassword } from './password.ts';

/**
 * The state before a change of number. `possibleOn` is the first day for another change; null if it
 * is possible now.
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
    /** Whether an application ever contained an ID number, which can serve as proof. */
    hasIdNumber: v.boolean(),
  }),
  refusals: [],
});

const zNewPhone = { phone: zMobile, challengeId: zChallengeId, code: zSmsCode };

/**
 * Changes the account's number. `code` needs codes to the old number (purpose `oldPhone`) and the
 * new one (`newPhone`); `idNumber` needs the whole ID number, the password and a code to the new
 * number. The ID number is compared only after a right password and code, and may be tried five
 * times in 14 days. Only a right code reveals that the new number has an account. All other
 * sessions end, new payout accounts wait 24 hours, and both numbers are notified.
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
    /** The first Manila day for another change. */
    possibleOn: zDay,
    /** No payout account can be added before. */
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
