// The last step: the ID with its two pictures, and with it the whole application goes into review.
import type { RequestOf } from '@sandali/contract/call.ts';
import { identitySave } from '@sandali/contract/credit.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import { hasOptedOut, storeReferences } from '#/credit/references/references.ts';
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
import { isOwnPicture } from './picture.store.ts';
import { openApplication } from './save.ts';

type Input = RequestOf<typeof identitySave>;
/** ID numbers of one borrower that are compared with those of others in a day. Real time. */
const idNumberTriesADay = 5;
/** How long a review waits, and within which time an answer is promised, in ms of business time. */
export type Waits = { waitMs: number; promiseMs: number };

/**
 * Saves the ID and submits the application. Its number may be in nobody else's submitted
 * application, whatever the kind of ID.
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
  // A date mistyped as last year's is refused here, instead of by the review with a wait of a week.
  if (input.idExpiresOn !== null && input.idExpiresOn < manilaDayOf(now).toString())
    refuse(identitySave, 'idExpired');
  const work = openStep(app.sealer, 'work', row.borrower_id, row.work_sealed);
  const tooLow = work && (await whyIncomeTooLow(ctx, work.incomeBand));
  // What an income supports may have changed since it was given, and so may who decides below it.
  if (tooLow && !(work.asksPerson && (await mayAskPerson(ctx))))
    refuse(identitySave, 'incomeTooLow', tooLow);
  const contacts = openStep(app.sealer, 'contacts', row.borrower_id, row.contacts_sealed) ?? [];
  if (await hasOptedOut(tx, app.sealer, contacts)) refuse(identitySave, 'contactAskedOut');
  const { frontPictureId, selfiePictureId, ...identity } = input;
  const hasFront = await isOwnPicture(tx, {
    pictureId: frontPictureId,
    borrowerId,
    purpose: 'idFront',
  });
  const hasSelfie = await isOwnPicture(tx, {
    pictureId: selfiePictureId,
    borrowerId,
    purpose: 'selfie',
  });
  if (!hasFront || !hasSelfie) refuse(identitySave, 'pictureMissing');
  const idNumberHash = app.sealer.hash('idNumber', normaliseIdNumber(identity.idNumber));
  await lockIdNumber(tx, idNumberHash);
  // The answer reveals that an ID number has a customer, so only a few a day are compared.
  const tries = { name: `idNumberTries:${borrowerId}`, limit: idNumberTriesADay, windowMs: dayMs };
  if (!(await consumeRateLimit(tx, tries, ctx.wall))) refuse(identitySave, 'tooManyRequests');
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

/** The sandbox decides within seconds; the promise on the screen is the same. */
export async function waitTimesOf({ app: { config, settings } }: BorrowerCtx): Promise<Waits> {
  const { reviewMinutesMin, reviewMinutesMax } = await settings.all();
  const waitMs = config.isSandbox ? config.sandbox.reviewSeconds * 1000 : reviewMinutesMin * 60_000;
  return { waitMs, promiseMs: reviewMinutesMax * 60_000 };
}
