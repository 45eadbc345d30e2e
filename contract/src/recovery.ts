// Recovery of an account whose phone and SIM are lost (spec §2, /forgetPassword): pictures of ID
// and face are sent, two members of staff compare them, and 72 hours later the number is changed.
import * as v from 'valibot';
import { zSmsCode } from './account.ts';
import { call } from './call.ts';
import { picturePurposes, zPictureQuality } from './credit.ts';
import { zDay, zInstant } from './day.ts';
import { zChallengeId, zIdNumber, zRecoveryId } from './id.ts';
import { zMobile } from './mobile.ts';
import { idPictureRefusals, pictureBodyBytes, zPictureBytes } from './picture.ts';

/** Working days within which a person compares. */
export const recoveryAnswerWorkingDays = 3;
/** Hours from the approval until the number changes: time for the owner to hear of it. */
export const recoveryHoldHours = 72;

/**
 * Begins a recovery with a right code to the new number (purpose `recovery`). `phone` is the number
 * of the account. The answer never reveals whether number and ID number are those of an account: a
 * recovery that matches none is refused at a random hour of the working days that an answer takes,
 * with the same text as one that staff refuses. It must be continued from the same device within an
 * hour.
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
 * Takes one of the two pictures, as /picture/upload does; one of a kind replaces the one before.
 * The second submits the recovery: the account's present number is notified, and a reviewer
 * compares the pictures by `answerBy`.
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
 * Whether somebody asks for another number for my account; `effectiveFrom` is null until two people
 * have approved.
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
 * Stops every recovery of an account: by a borrower who is logged in, or with a code to the
 * account's number (purpose `stopRecovery`).
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
