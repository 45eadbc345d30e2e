// Leases an application to one reviewer for half an hour, and raises the alarm for applications
// that nobody has taken.

import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { applicationById, type Latest } from '#/credit/store.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { type Moment, manila, shownAt } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { mustNotWaitForPicture } from './picture-requests.ts';
import { alarmStepOf, staffedMs, whyNoCall } from './rules.ts';
import * as store from './store.ts';

export type StaffWork = WorkCtx & { who: string };

/** Whether a reviewer's lease is still running, by the wall clock. */
export function isLeased(
  { takenUntil }: Pick<store.Waiting, 'takenUntil'>,
  wall: Temporal.Instant,
): boolean {
  return takenUntil !== null && Temporal.Instant.compare(takenUntil, wall) > 0;
}

/**
 * Takes an application, by default the oldest free one. If its holder takes it again, the half hour
 * restarts.
 * @throws Declined
 */
export async function take(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string | null,
): Promise<store.Waiting & { until: Temporal.Instant }> {
  const { app, who, wall } = ctx;
  const place =
    applicationId === null
      ? await store.lockNextFree(tx, ctx)
      : await store.lockWaiting(tx, applicationId);
  if (!place)
    throw new Declined(
      applicationId === null
        ? 'No application is free: none is waiting, or other reviewers hold them.'
        : notWaiting,
    );
  if (isLeased(place, wall) && place.takenBy !== who) throw new Declined(wordsOfTaker(place, ctx));
  await mustNotWaitForPicture(ctx, tx, place.applicationId);
  const until = await store.lease(tx, place.applicationId, ctx);
  if (place.alarmStep > 0)
    app.log.info('a reviewer took an application that had raised an alarm', {
      event: 'review alarm ended',
      applicationId: place.applicationId,
    });
  return { ...place, until };
}

/** Releases an application. @throws Declined unless this reviewer holds it. */
export async function release(
  { who, wall }: StaffWork,
  tx: Tx,
  applicationId: string,
): Promise<void> {
  const place = await store.lockWaiting(tx, applicationId);
  if (!place) throw new Declined(notWaiting);
  if (!isLeased(place, wall) || place.takenBy !== who)
    throw new Declined('You do not hold this application.');
  await store.endLease(tx, applicationId);
}

/**
 * Locks an application and its place in the queue for its holder until the transaction ends.
 * @throws Declined if the application is not waiting for a reviewer, or this reviewer does not hold
 * it.
 */
export async function lockTaken(ctx: StaffWork, tx: Tx, applicationId: string): Promise<Latest> {
  const waiting = await store.findWaiting(tx, applicationId);
  if (!waiting) throw new Declined(notWaiting);
  await lockBorrower(tx, waiting.borrowerId);
  mustHold(ctx, await store.lockWaiting(tx, applicationId));
  const latest = await applicationById(tx, applicationId);
  invariant(latest, 'a queued application is missing');
  return latest;
}

/** @throws Declined unless the application waits and this reviewer holds it */
export function mustHold({ who, now, wall }: StaffWork, place: store.Waiting | undefined): void {
  if (!place) throw new Declined(notWaiting);
  if (!isLeased(place, wall))
    throw new Declined(`Take the application first: review take ${place.applicationId}`);
  if (place.takenBy !== who) throw new Declined(wordsOfTaker(place, { now, wall }));
}

const notWaiting =
  'This application does not wait for a person: it is decided, or still with the review engine.';

function wordsOfTaker({ takenBy, takenUntil }: store.Waiting, moment: Moment): string {
  const until =
    takenUntil &&
    shownAt(takenUntil, moment)
      .toZonedDateTimeISO(manila)
      .toPlainTime()
      .toString({ smallestUnit: 'minute' });
  return `${takenBy} holds this application until ${until}, Manila time.`;
}

/**
 * Raises alarms for applications that have waited too long. Only calling hours count, and alarms
 * are raised only within them. Concurrent runs are safe.
 * @returns the number of raised alarms.
 */
export async function alarmForUntaken({ app, now, wall }: WorkCtx): Promise<number> {
  if (whyNoCall(now, app.holidays) !== null) return 0;
  const everyMs = (await app.settings.all()).reviewAlarmMinutes * 60_000;
  let raised = 0;
  for (const waiting of await store.untakenApplications(app.db, { now, wall })) {
    const waitedMs = staffedMs(waiting.dueAt, now, app.holidays);
    const step = alarmStepOf(waitedMs, everyMs);
    if (step <= waiting.alarmStep) continue;
    if (!(await inTx(app.db, (tx) => store.raiseAlarm(tx, waiting.applicationId, step, wall))))
      continue;
    raised += 1;
    app.log.warn('an application waits too long for a reviewer', {
      event: 'review alarm',
      applicationId: waiting.applicationId,
      attempt: step,
      ms: waitedMs,
    });
  }
  return raised;
}
