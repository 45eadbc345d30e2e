// Alarms for complaints whose clock ends or has ended, and for feedback in words that nobody has
// answered: on /readyz, and in the log once a run. The app promises that every answer is read; a
// wish without words needs no answer.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { countUnanswered } from './feedback/store.ts';
import { clocksOn } from './store.ts';

/**
 * Warns in the log, once a run, of complaints whose day to be acknowledged or answered is over, or
 * ends today or tomorrow.
 */
export async function warnOfLateComplaints({ app, now }: WorkCtx): Promise<void> {
  const { late, soon } = await clocksOn(app.db, manilaDayOf(now));
  if (late > 0) app.log.warn('complaints are late: ops complaint list', { count: late });
  if (soon > 0)
    app.log.warn('complaints are due today or tomorrow: ops complaint list', { count: soon });
}

/** Until the end of this day after the one on which it came, an answer is in time. */
const answerDays = 7;

/** How much feedback in words is older than seven days and has no answer. */
export async function lateFeedback(read: Read, now: Temporal.Instant): Promise<number> {
  return await countUnanswered(read, manilaDayOf(now).subtract({ days: answerDays }));
}

/** Warns in the log, once a run, when there is any. */
export async function warnOfLateFeedback({ app, now }: WorkCtx): Promise<void> {
  const count = await lateFeedback(app.db, now);
  if (count > 0) app.log.warn('feedback has no answer: ops feedback list', { count });
}
