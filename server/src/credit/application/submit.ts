// The last step saves the ID with its two pictures and submits the application.
import type { RequestOf } from '@sandali/contract/call.ts';
import { identitySave } from '@sandali/contract/credit.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import { checkOptedOut, storeReferences } from '#/credit/references/references.ts';
import { mayAskPerson, whyIncomeTooLow } from '#/credit/review/affordability.ts';
import { reviewTimes } from '#/credit/review/hours.ts';
import { isStepOpen } from '#/credit/rules.ts';
import { openStep, sealStep } from '#/credit/sealed.ts';
import {
  completedSteps,
  lockIdNumber,
  othersWithIdNumber,
  storeSubmission,
} from '#/credit/store.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import { findOwnPicture } from './picture.store.ts';
import { openApplication } from './save.ts';

type Input = RequestOf<typeof identitySave>;
/** How many ID numbers a borrower may submit within 24 hours of wall time. */
const idNumberAttemptsADay = 5;
/**
 * How long after the submission the review begins, and by when its decision is promised, in ms of
 * business time.
 */
export type Waits = { waitMs: number; promiseMs: number };

/**
 * Saves the ID and submits the application. @throws Refused if another borrower submitted the same
 * ID number, even for another ID type.
 */
export async function submit(
  ctx: BorrowerCtx,
  tx: Tx,
  input: Input,
  waits: Waits,
): Promise<Done<{ applicationId: string }>> {
  const { app, now } = ctx;
  const { borrowerId } = ctx.who;
  const row = (await openApplication(ctx, tx)) ?? refuse(identitySave, 'creditLocked');
  if (!isStepOpen(completedSteps(row), 'identity')) refuse(identitySave, 'creditStepMissing');
  if (!(await app.settings.all()).applicationsOn) refuse(identitySave, 'applicationsPaused');
  // Refuse a mistyped date now: a rejection by the review would cost the borrower a week.
  if (input.idExpiresOn !== null && input.idExpiresOn < manilaDayOf(now).toString())
    refuse(identitySave, 'idExpired');
  const work = openStep(app.sealer, 'work', row.borrower_id, row.work_sealed);
  const tooLow = work && (await whyIncomeTooLow(ctx, work.incomeBand));
  // The income rules may have changed since the work step.
  if (tooLow && !(work.asksPerson && (await mayAskPerson(ctx))))
    refuse(identitySave, 'incomeTooLow', tooLow);
  const contacts = openStep(app.sealer, 'contacts', row.borrower_id, row.contacts_sealed) ?? [];
  if (await checkOptedOut(tx, app.sealer, contacts)) refuse(identitySave, 'contactAskedOut');
  const { frontPictureId, selfiePictureId, ...identity } = input;
  const hasFront = await findOwnPicture(tx, {
    pictureId: frontPictureId,
    borrowerId,
    purpose: 'idFront',
  });
  const hasSelfie = await findOwnPicture(tx, {
    pictureId: selfiePictureId,
    borrowerId,
    purpose: 'selfie',
  });
  if (!hasFront || !hasSelfie) refuse(identitySave, 'pictureMissing');
  const idNumberHash = app.sealer.hash('idNumber', normaliseIdNumber(identity.idNumber));
  await lockIdNumber(tx, idNumberHash);
  // The response reveals whether an ID number is known, so compare only a few per day.
  const attempts = {
    name: `idNumberTries:${borrowerId}`,
    limit: idNumberAttemptsADay,
    windowMs: dayMs,
  };
  if (!(await consumeRateLimit(tx, attempts, ctx.wall))) refuse(identitySave, 'tooManyRequests');
  if ((await othersWithIdNumber(tx, idNumberHash, borrowerId)) > 0)
    refuseButKeep(identitySave, 'idNumberTaken');
  const review = reviewTimes(now, waits);
  await storeSubmission(tx, row, {
    identitySealed: sealStep(app.sealer, 'identity', borrowerId, identity),
    idNumberHash,
    frontPictureId,
    selfiePictureId,
    deviceId: ctx.deviceId,
    submittedAt: now,
    reviewFrom: review.from,
    answerBy: review.by,
  });
  await storeReferences(tx, app.sealer, borrowerId, contacts);
  return { ids: { applicationId: row.id } };
}

/**
 * Reads these waits from the settings. The sandbox decides within seconds but promises the same
 * wait.
 */
export async function waitTimesOf({ app: { config, settings } }: BorrowerCtx): Promise<Waits> {
  const { reviewMinutesMin, reviewMinutesMax } = await settings.all();
  const waitMs = config.isSandbox ? config.sandbox.reviewSeconds * 1000 : reviewMinutesMin * 60_000;
  return { waitMs, promiseMs: reviewMinutesMax * 60_000 };
}
