// Whether the trail still holds, looked at before each batch is chained: its last batch, and of the
// older ones as many in turn as are read at once. What does not hold is written into the trail
// itself, once a batch, and stays an alarm in the log and on /readyz; `audit verify` says the
// whole.

import type { AppContext } from '#/context/app-context.ts';
import { auditOnce, firstSubjectOf } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import type { Head } from './chain-trail.store.ts';
import { verifyStretch, whyHeadFails } from './verify.ts';

/**
 * What the trail says of itself when a batch was found not to hold; the batch's number is the
 * subject.
 */
const breakNoted = 'trailBroken';
/**
 * Which batch is next in turn. A server that starts begins anew: this is a watch, and nothing is
 * decided by it.
 */
const turns = new WeakMap<AppContext, bigint>();

/** Looks at the end of the chain and at a stretch of it. */
export async function watchTrail({ app, now }: WorkCtx, head: Head): Promise<void> {
  if (head.number === 0n) return;
  const stretch = await verifyStretch(app.db, turns.get(app) ?? 1n);
  turns.set(app, stretch.next);
  const broken = (await whyHeadFails(app.db, head)) ?? stretch.broken;
  if (!broken) return;
  const { batch, why } = broken;
  app.log.error('the trail does not verify: run ops audit verify', new Error(why), {
    count: batch,
  });
  const row = {
    at: now,
    who: 'the chain',
    act: breakNoted,
    subject: String(batch),
    detail: { batch, why },
  };
  await inTx(app.db, async (tx) => await auditOnce(tx, row));
}

/** The first batch that was ever found not to hold, or null. */
export async function firstBreak(read: Read): Promise<number | null> {
  const batch = await firstSubjectOf(read, breakNoted);
  return batch === null ? null : Number(batch);
}
