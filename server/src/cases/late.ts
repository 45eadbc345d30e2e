// The alarm sign of complaints: before a clock runs out and after it.
import type { WorkCtx } from '#/context/ctx.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { clocksOn } from './store.ts';

/** Warns in the log, once a run, of complaints whose day to be acknowledged or answered is over, or ends today or tomorrow. */
export async function warnOfLateComplaints({ app, now }: WorkCtx): Promise<void> {
  const { late, soon } = await clocksOn(app.db, manilaDayOf(now));
  if (late > 0) app.log.warn('complaints are late: ops complaint list', { count: late });
  if (soon > 0) app.log.warn('complaints are due today or tomorrow: ops complaint list', { count: soon });
}
