// The alarm sign of disputes that nobody has answered in time.
import type { WorkCtx } from '#/context/ctx.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { lateDisputes } from './store.ts';

/** Warns in the log, once a run, when a dispute is open past its day. */
export async function warnOfLateDisputes({ app, now }: WorkCtx): Promise<void> {
  const count = await lateDisputes(app.db, manilaDayOf(now));
  if (count > 0) app.log.warn('disputed refusals are late: ops dispute list', { count });
}
