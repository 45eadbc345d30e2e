// A reviewer requests a picture again. Until it arrives, or its last day is over, the application
// waits for the borrower. `waiting_since` keeps its place in the queue.
import type { PictureFault } from '@sandali/contract/credit.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { applicationById, type Latest } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { lockTaken, type StaffWork } from './lease.ts';
import type { PictureSide } from './photo.ts';
import { insertRequest } from './picture-requests.store.ts';
import { dueAfterRequests, expireRequests, mustNotWaitForPicture } from './picture-requests.ts';
import * as store from './store.ts';

const purposeOf = { front: 'idFront', selfie: 'selfie' } as const;

export type Requested = { which: PictureSide; fault: PictureFault };

/**
 * Requests a picture again, tells the borrower, and releases the application until the picture
 * arrives. The same reviewer can add a request for the other picture.
 * @returns the last Manila day on which the borrower can send it.
 * @throws Declined
 */
export async function requestPicture(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string,
  { which, fault }: Requested,
): Promise<{ borrowerId: string; endsOn: Temporal.PlainDate }> {
  const { app, now, who } = ctx;
  if (which === 'selfie' && fault === 'expired')
    throw new Declined('Only an ID expires. Ask for the front, or name what is wrong.');
  const purpose = purposeOf[which];
  const { row } = await lockForRequest(ctx, tx, applicationId, purpose);
  const pictureId = which === 'front' ? row.front_picture_id : row.selfie_picture_id;
  invariant(pictureId, 'a submitted application has both pictures');
  const today = manilaDayOf(now);
  const endsOn = today.add({ days: app.rulesOn(today).pictureRequestDays });
  // The limit was proposed on the basis of the picture that the reviewer doubts.
  await store.overtakeProposal(tx, applicationId, { who, at: now });
  await insertRequest(tx, {
    id: newId(now),
    application_id: applicationId,
    purpose,
    fault,
    asked_at: now,
    asked_by: who,
    ends_on: endsOn,
    old_picture_id: pictureId,
  });
  await store.endLease(tx, applicationId);
  await store.setDue(tx, applicationId, await dueAfterRequests(ctx, tx, applicationId));
  await tell(ctx, tx, row.borrower_id, { purpose, endsOn });
  return { borrowerId: row.borrower_id, endsOn };
}

/**
 * Locks the application for its holder, or for the reviewer who has already requested the other
 * picture. @throws Declined
 */
async function lockForRequest(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string,
  purpose: string,
): Promise<Latest> {
  const place = await store.findWaiting(tx, applicationId);
  if (!place) return await lockTaken(ctx, tx, applicationId);
  await lockBorrower(tx, place.borrowerId);
  await store.lockWaiting(tx, applicationId);
  const open = await expireRequests(ctx, tx, applicationId);
  if (open.length === 0) return await lockTaken(ctx, tx, applicationId);
  if (open.some((request) => request.asked_by !== ctx.who || request.purpose === purpose))
    await mustNotWaitForPicture(ctx, tx, applicationId);
  const latest = await applicationById(tx, applicationId);
  invariant(latest, 'a queued application is missing');
  return latest;
}

async function tell(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  { purpose, endsOn }: { purpose: 'idFront' | 'selfie'; endsOn: Temporal.PlainDate },
): Promise<void> {
  const to = await recipientOf(ctx.app, tx, borrowerId);
  await ctx.app.notices.notify(ctx, tx, to, 'pictureRequested', {
    picture: say(to.locale, `picture.${purpose}`),
    until: plainDay(to.locale, endsOn),
  });
}
