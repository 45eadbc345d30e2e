// Who reviews an application: one reviewer at a time, for half an hour, after which it is free
// again by itself; and the alarm for applications that nobody takes, raised in the log and on
// /readyz once at each step of the wait.

import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { applicationById, type Latest } from '#/credit/store.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { type Moment, manila, shownAt } from '#/platform/days.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { alarmStepOf, staffedMs, whyNoCall } from './rules.ts';
import * as store from './store.ts';

/** A moment of work, and who does it. */
export type StaffWork = WorkCtx & { who: string };

/** Whether somebody holds it now, in real time. */
export function isTaken(
  { takenUntil }: Pick<store.Waiting, 'takenUntil'>,
  wall: Temporal.Instant,
): boolean {
  return takenUntil !== null && Temporal.Instant.compare(takenUntil, wall) > 0;
}

/**
 * Takes an application, or where none is named the oldest free one; taken again by its holder, the
 * half hour begins anew.
 * @throws Declined
 */
export async function take(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string | null,
): Promise<store.Waiting & { until: Temporal.Instant }> {
  const { app, who, wall } = ctx;
  const found =
    applicationId === null
      ? await store.lockNextFree(tx, ctx)
      : await store.lockWaiting(tx, applicationId);
  if (!found)
    throw new Declined(
      applicationId === null
        ? 'No application is free: none waits, or others hold them.'
        : notWaiting,
    );
  if (isTaken(found, wall) && found.takenBy !== who) throw new Declined(wordsOfTaker(found, ctx));
  const until = await store.lease(tx, found.applicationId, ctx);
  if (found.alarmStep > 0)
    app.log.info('an application that waited for manual review was taken', {
      event: 'review alarm ended',
      applicationId: found.applicationId,
    });
  return { ...found, until };
}

/** Gives an application back to the others. @throws Declined where it is not this person's. */
export async function release(
  { who, wall }: StaffWork,
  tx: Tx,
  applicationId: string,
): Promise<void> {
  const found = await store.lockWaiting(tx, applicationId);
  if (!found) throw new Declined(notWaiting);
  if (!isTaken(found, wall) || found.takenBy !== who)
    throw new Declined('You do not hold this application.');
  await store.endLease(tx, applicationId);
}

/**
 * The application with its place in the queue, both locked, for its holder to act on: nobody else
 * decides it until the transaction ends.
 * @throws Declined where it does not wait for a person, or this one does not hold it.
 */
export async function lockTaken(
  { who, now, wall }: StaffWork,
  tx: Tx,
  applicationId: string,
): Promise<Latest> {
  const seen = await store.waitingOne(tx, applicationId);
  if (!seen) throw new Declined(notWaiting);
  await lockBorrower(tx, seen.borrowerId);
  const found = await store.lockWaiting(tx, applicationId);
  if (!found) throw new Declined(notWaiting);
  if (!isTaken(found, wall) || found.takenBy !== who)
    throw new Declined(
      isTaken(found, wall)
        ? wordsOfTaker(found, { now, wall })
        : `Take the application first: review take ${applicationId}`,
    );
  const latest = await applicationById(tx, applicationId);
  invariant(latest, 'an application in the queue is not there');
  return latest;
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
 * Raises the alarm for applications that have waited longer than the setting allows, counted in the
 * hours in which people are phoned, and at no other time. @returns how many alarms were raised.
 * Safe to run twice at once.
 */
export async function alarmForUntaken({ app, now, wall }: WorkCtx): Promise<number> {
  if (whyNoCall(now, app.holidays) !== null) return 0;
  const everyMs = (await app.settings.all()).reviewAlarmMinutes * 60_000;
  let raised = 0;
  for (const one of await store.untakenApplications(app.db, { now, wall })) {
    const waitedMs = staffedMs(one.dueAt, now, app.holidays);
    const step = alarmStepOf(waitedMs, everyMs);
    if (step <= one.alarmStep) continue;
    if (!(await inTx(app.db, (tx) => store.raiseAlarm(tx, one.applicationId, step, wall))))
      continue;
    raised += 1;
    app.log.warn('an application waits for manual review and nobody has taken it', {
      event: 'review alarm',
      applicationId: one.applicationId,
      attempt: step,
      ms: waitedMs,
    });
  }
  return raised;
}
