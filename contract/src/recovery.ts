// Recovery of an account whose phone and SIM are lost (spec §2, /forgetPassword). Two staff members
// compare pictures of the borrower's ID and face. If both approve, the number changes after a
// waiting period.
import * as v from 'valibot';
import { zSmsCode } from './account.ts';
import { call } from './call.ts';
import { picturePurposes, zPictureQuality } from './credit.ts';
import { zDay, zInstant } from './day.ts';
import { zChallengeId, zIdNumber, zRecoveryId } from './id.ts';
import { zMobile } from './mobile.ts';
import { idPictureRefusals, pictureBodyBytes, zPictureBytes } from './picture.ts';

/** Working days within which staff decide. */
export const recoveryAnswerWorkingDays = 3;

/**
 * Starts a recovery with a correct code sent to the new number (purpose `recovery`). `phone` is the
 * account's current number. The response never reveals whether phone and ID number belong to an
 * account: a recovery without a matching account is refused at a random hour within the usual
 * working days, with the same text as a refusal by staff. The recovery must be continued on the
 * same device within an hour.
 */
export const recoveryBegin = call({
  path: '/user/recovery/begin',
  who: 'anyone',
  kind: 'write',
  request: v.strictObject({
    phone: zMobile,
    idNumber: zIdNumber,
    newPhone: zMobile,
    challengeId: zChallengeId,
    code: zSmsCode,
  }),
  data: v.object({ recoveryId: zRecoveryId }),
  refusals: ['phoneSame', 'codeWrong', 'tooManyRequests', 'phoneTaken', 'recoveryOpen'],
});

/**
 * Uploads one of the two pictures, as /picture/upload does; a new picture replaces one of the same
 * kind. The second one submits the recovery: the account's current number is notified, and a
 * reviewer compares the pictures by `answerBy`.
 */
export const recoveryPicture = call({
  path: '/user/recovery/picture',
  who: 'anyone',
  kind: 'write',
  request: v.strictObject({
    recoveryId: zRecoveryId,
    purpose: v.picklist(picturePurposes),
    bytes: zPictureBytes,
    quality: v.optional(zPictureQuality),
  }),
  data: v.object({ isAsked: v.boolean(), answerBy: v.nullable(zDay) }),
  refusals: ['recoveryUnknown', 'pictureQuotaSpent', ...idPictureRefusals],
  bodyLimitBytes: pictureBodyBytes,
});

/**
 * A pending recovery of the caller's account, if any. `effectiveFrom` is null until two approvers
 * have approved it.
 */
export const recoveryQuery = call({
  path: '/user/recovery/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    pending: v.nullable(
      v.object({
        newPhoneMasked: v.string(),
        askedAt: zInstant,
        effectiveFrom: v.nullable(zInstant),
      }),
    ),
  }),
  refusals: [],
});

/**
 * Stops all recoveries of an account. The caller needs a session, or a code sent to the account's
 * number (purpose `stopRecovery`).
 */
export const recoveryStop = call({
  path: '/user/recovery/stop',
  who: 'anyone',
  kind: 'write',
  request: v.variant('by', [
    v.strictObject({ by: v.literal('session') }),
    v.strictObject({
      by: v.literal('code'),
      phone: zMobile,
      challengeId: zChallengeId,
      code: zSmsCode,
    }),
  ]),
  data: v.object({}),
  refusals: ['sessionInvalid', 'codeWrong', 'recoveryNone'],
});
