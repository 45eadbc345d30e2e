// The alarm sign of requests for a higher limit that nobody has answered in time.
import type { WorkCtx } from '#/context/ctx.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { lateRequests } from './store.ts';

/** Warns in the log, once a run, when a request is open past its day. */
export async function warnOfLateRequests({ app, now }: WorkCtx): Promise<void> {
  const count = await lateRequests(app.db, manilaDayOf(now));
  if (count > 0) app.log.warn('requests for a higher limit are late: ops quota list', { count });
}
