// The alarm sign of recoveries that nobody has compared by the day that was promised: on /readyz as it is, and in the log once a day.
import { asDay } from '@sandali/contract/day.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import { answerDayOf } from './picture.ts';
import { countWaiting } from './store.ts';

/** How many recoveries wait past the day by which somebody should have compared their pictures. */
export async function lateRecoveries({ app, now }: Pick<WorkCtx, 'app' | 'now'>, read: Read): Promise<number> {
  return await countWaiting(read, firstInTime(app.holidays, manilaDayOf(now)));
}

/** Warns in the log, once a run, when there are any. */
export async function warnOfLateRecoveries(ctx: WorkCtx): Promise<void> {
  const count = await lateRecoveries(ctx, ctx.app.db);
  if (count > 0) ctx.app.log.warn('recoveries of accounts are late: ops recovery list', { count });
}

/** The begin of the first day of which what was asked for is in time still: of what was asked for before it, the day of the answer is over. */
function firstInTime(holidays: WorkCtx['app']['holidays'], today: Temporal.PlainDate): Temporal.Instant {
  const start = (day: Temporal.PlainDate) => day.toZonedDateTime(manila).toInstant();
  let first = today;
  while (answerDayOf(start(first.subtract({ days: 1 })), holidays) >= asDay(today.toString())) first = first.subtract({ days: 1 });
  return start(first);
}
