// Watches the trail: before each new batch, verifies the last batch and a range of older ones. A
// break is recorded in the trail and remains an alarm on /alarms.
import type { AppContext } from '#/context/app-context.ts';
import { auditOnce, firstSubjectOf } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read } from '#/db/database.ts';
import type { Head } from './chain-trail.store.ts';
import { verifyStretch, whyHeadFails } from './verify.ts';

/** The trail's act for a broken batch. The subject is the batch's number. */
const breakNoted = 'trailBroken';
/** The next batch to verify; 1 after a restart. */
const turns = new WeakMap<AppContext, bigint>();

/** Verifies the end of the chain and the next range of older batches. */
export async function watchTrail({ app, now }: WorkCtx, head: Head): Promise<void> {
  if (head.number === 0n) return;
  const stretch = await verifyStretch(app.db, turns.get(app) ?? 1n);
  turns.set(app, stretch.next);
  const broken = (await whyHeadFails(app.db, head)) ?? stretch.broken;
  if (!broken) return;
  const { batch, reason } = broken;
  app.log.error('the trail does not verify: run ops audit verify', new Error(reason), {
    count: batch,
  });
  const row = {
    at: now,
    who: 'the chain',
    act: breakNoted,
    subject: String(batch),
    detail: { batch, reason },
  };
  await inTx(app.db, async (tx) => await auditOnce(tx, row));
}

/** Returns the first batch that was ever found broken, or null. */
export async function firstBreak(read: Read): Promise<number | null> {
  const batch = await firstSubjectOf(read, breakNoted);
  return batch === null ? null : Number(batch);
}
