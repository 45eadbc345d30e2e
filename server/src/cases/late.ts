// Logs warnings about complaints near or past their deadline, and about unanswered comments. Other
// feedback does not need an answer.
import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { countUnanswered } from './feedback/store.ts';
import { clocksOn } from './store.ts';

/**
 * Logs how many complaints are past their deadline for acknowledgement or answer, and how many are
 * due today or tomorrow.
 */
export async function warnOfLateComplaints({ app, now }: WorkCtx): Promise<void> {
  const { late, soon } = await clocksOn(app.db, manilaDayOf(now));
  if (late > 0) app.log.warn('complaints are late: ops complaint list', { count: late });
  if (soon > 0)
    app.log.warn('complaints are due today or tomorrow: ops complaint list', { count: soon });
}

/** Days after receipt within which staff should answer a comment. */
const answerDays = 7;

/** Counts unanswered comments older than seven days. */
export async function lateFeedback(read: Read, now: Temporal.Instant): Promise<number> {
  return await countUnanswered(read, manilaDayOf(now).subtract({ days: answerDays }));
}

/** Logs how many comments are late, if any. */
export async function warnOfLateFeedback({ app, now }: WorkCtx): Promise<void> {
  const count = await lateFeedback(app.db, now);
  if (count > 0) app.log.warn('feedback has no answer: ops feedback list', { count });
}
