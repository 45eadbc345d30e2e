// Whether a holiday that only a proclamation dates is near and not among the known ones: on /readyz as it is, and in the log once a day.

import { allHolidays } from '#/context/calendar.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { awaitedHolidays } from '#/data/holidays/movable.ts';
import type { Read } from '#/db/database.ts';
import { todayOf } from '#/loan/loan.ts';

/** What an operator should know of the calendar, in one sentence; 'ok' where there is nothing. */
export async function alarmOfHolidays(read: Read, now: Temporal.Instant): Promise<string> {
  const awaited = awaitedHolidays(await allHolidays(read), todayOf(now));
  return awaited.map(({ name, about }) => `${name}, about ${about}, has no date: add its proclamation`).join('; ') || 'ok';
}

/** Says in the log which holidays are awaited. */
export async function warnOfHolidays({ app, now }: WorkCtx): Promise<void> {
  const words = await alarmOfHolidays(app.db, now);
  if (words !== 'ok') app.log.warn('a holiday has no date: see ops holiday add', { event: 'calendar', why: words });
}
