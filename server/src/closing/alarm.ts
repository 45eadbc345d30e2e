// Raises an alarm while the close of a day is late: on /alarms, and in the log whenever the alarm
// changes.

import { alarmLog } from '#/context/alarm.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { nextDayToClose } from './store.ts';

/** A day that is not closed this long after its end is late. Days normally close within minutes. */
const lateAfterHours = 1;

/** Returns a text with the first late day and when its close was due; 'ok' if no day is late. */
export async function dayCloseAlarm(read: Read, now: Temporal.Instant): Promise<string> {
  const next = await nextDayToClose(read);
  const lastOver = manilaDayOf(now.subtract({ hours: lateAfterHours })).subtract({ days: 1 });
  const isLate = next !== null && Temporal.PlainDate.compare(next, lastOver) <= 0;
  return isLate
    ? `${next} has been waiting to close since ${next.add({ days: 1 }).toZonedDateTime(manila).toInstant()}`
    : 'ok';
}

/** Returns how many past days are not closed, and since when the oldest could have been. */
export async function daysToClose(
  read: Read,
  today: Temporal.PlainDate,
): Promise<{ count: number; since: Temporal.Instant | null }> {
  const next = await nextDayToClose(read);
  if (!next || Temporal.PlainDate.compare(next, today) >= 0) return { count: 0, since: null };
  const since = next.add({ days: 1 }).toZonedDateTime(manila).toInstant();
  return { count: next.until(today).days, since };
}

const log = alarmLog({
  event: 'day close',
  needed: 'a day waits for its close: run ops day status',
  over: 'no day waits for its close',
});

/** Logs the alarm about the day close each time it changes. */
export async function logDayCloseAlarm({ app, now }: WorkCtx): Promise<void> {
  log(app, await dayCloseAlarm(app.db, now));
}
