// Whether a day waits for its close: on /readyz as it is, and in the log when it changes.

import { alarmLog } from '#/context/alarm.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { firstBillOn } from '#/loan/loan.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { lastClosedDay } from './store.ts';

/** A day is closed within minutes of its end; one that is not by then has an alarm. */
const lateAfterHours = 1;

/**
 * What an operator should know of the closing of days, in one sentence; 'ok' where there is
 * nothing.
 */
export async function dayCloseAlarm(read: Read, now: Temporal.Instant): Promise<string> {
  const last = await lastClosedDay(read);
  const next = last ? last.add({ days: 1 }) : await firstBillOn(read);
  const lastOver = manilaDayOf(now.subtract({ hours: lateAfterHours })).subtract({ days: 1 });
  const isLate = next !== null && Temporal.PlainDate.compare(next, lastOver) <= 0;
  return isLate
    ? `${next} is not closed since ${next.add({ days: 1 }).toZonedDateTime(manila).toInstant()}`
    : 'ok';
}

const log = alarmLog({
  event: 'day close',
  needed: 'a day waits for its close: run ops day status',
  over: 'no day waits for its close any more',
});

/** Says in the log that a day waits for its close, each time that it has changed. */
export async function logDayCloseAlarm({ app, now }: WorkCtx): Promise<void> {
  log(app, await dayCloseAlarm(app.db, now));
}
