// The alarm sign of feedback in words that nobody has answered: on /readyz as it is, and in the log once a day. The app says that every answer is read; a
// wish without words is counted, and asks for no answer.

import type { WorkCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { countUnanswered } from './feedback.store.ts';

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
