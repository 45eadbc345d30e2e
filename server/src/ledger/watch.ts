// Whether the chained days still hold, computed anew every ten minutes: the last day, and all days
// in turn, as many of each as take a moment. How far it came is kept, so that a server that starts
// goes on. What does not hold is written into the trail, once a day of the books, and stays an
// alarm in the log and on /readyz; `ledger verify` says the whole.

import { auditOnce, firstSubjectOf } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import * as store from './chain-days.store.ts';
import { type BrokenDay, startOf, verifySome, whyEndsFail } from './verify.ts';

/** What the trail says of the books when a day was found not to hold; the day is the subject. */
const breakNoted = 'booksBroken';
/** Computed of each scope in one look, about. */
const most = { days: 31, entries: 20_000 };
/** A day is chained within seconds of its end; one that is not by then has an alarm. */
const lateAfterHours = 1;

type Seen = { count: number; broken: BrokenDay | null; isEnd: boolean };

/**
 * Computes the next entries of the last chained day and of all days anew. Each batch is a short
 * transaction, and servers that look at once share them.
 */
export async function watchBooks(ctx: WorkCtx): Promise<void> {
  const ends = await whyEndsFail(ctx.app.db, await store.readHead(ctx.app.db));
  if (ends) await noteBreak(ctx, ends);
  for (const scope of ['last day', 'all days'] as const) {
    let entries = 0;
    for (let looks = 0; looks < most.days && entries < most.entries; looks += 1) {
      const seen = await inTx(ctx.app.db, (tx) => verifyNext(tx, scope, ctx.wall));
      if (seen?.broken) await noteBreak(ctx, seen.broken);
      if (!seen || seen.isEnd) break;
      entries += seen.count;
    }
  }
}

/**
 * Computes the next entries of a scope, and moves its place.
 * @returns null where there is nothing to compute, or another server is at it.
 */
async function verifyNext(
  tx: Tx,
  scope: store.Scope,
  wall: Temporal.Instant,
): Promise<Seen | null> {
  const { firstDay, lastDay } = await store.readHead(tx);
  if (!firstDay || !lastDay) return null;
  const first = scope === 'last day' ? lastDay : firstDay;
  const kept = await store.takePlace(tx, scope, first);
  if (!kept) return null;
  const isOutside =
    Temporal.PlainDate.compare(kept.day, first) < 0 ||
    Temporal.PlainDate.compare(kept.day, lastDay) > 0;
  const { count, broken, next } = await verifySome(tx, isOutside ? startOf(first) : kept);
  const isEnd = Temporal.PlainDate.compare(next.day, lastDay) > 0;
  await store.movePlace(tx, scope, isEnd ? startOf(first) : next, isEnd ? wall : null);
  return { count, broken, isEnd };
}

async function noteBreak({ app, now }: WorkCtx, broken: BrokenDay): Promise<void> {
  const day = broken.day.toString();
  const entries = broken.entries.map((one) => `${one.entryId} ${one.what}`);
  app.log.error(
    'the books do not verify: run ops ledger verify',
    new Error(`${day}: ${broken.why}`),
    { count: entries.length },
  );
  const row = {
    at: now,
    who: 'the books',
    act: breakNoted,
    subject: day,
    detail: { day, why: broken.why, entries },
  };
  await inTx(app.db, async (tx) => await auditOnce(tx, row));
}

/**
 * What an operator should know of the chained days, in one sentence; 'ok' where there is nothing.
 */
export async function alarmOfBooks(read: Read, now: Temporal.Instant): Promise<string> {
  const [brokenDay, head] = await Promise.all([
    firstSubjectOf(read, breakNoted),
    store.readHead(read),
  ]);
  if (brokenDay) return `${brokenDay} did not hold: run ops ledger verify`;
  const lastOver = manilaDayOf(now.subtract({ hours: lateAfterHours })).subtract({ days: 1 });
  const next = head.chainedTo?.add({ days: 1 }) ?? head.firstBookedOn;
  const isLate = next !== null && Temporal.PlainDate.compare(next, lastOver) <= 0;
  return isLate
    ? `${next} is not chained since ${next.add({ days: 1 }).toZonedDateTime(manila).toInstant()}`
    : 'ok';
}
