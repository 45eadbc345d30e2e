// Verifies chained days again every ten minutes: the last day, and all days in turn. The trail
// records a broken day once, and the alarm remains; `ledger verify` shows what is broken.

import { auditOnce, firstSubjectOf } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { manila, manilaDayOf } from '#/platform/days.ts';
import * as store from './chain-days.store.ts';
import { type BrokenDay, startOf, verifySome, whyEndsFail } from './verify.ts';

/** The act under which the trail records a broken day. The day is its subject. */
const breakNoted = 'booksBroken';
/** The approximate maximum amount of work in one run, per scope. */
const most = { days: 31, entries: 20_000 };
/** A day is usually chained within seconds of its end. After this time, it counts as late. */
const lateAfterHours = 1;

type BatchResult = { count: number; broken: BrokenDay | null; isEnd: boolean };

/**
 * In both scopes (the last chained day, and all days), verifies the next entries. Each batch is a
 * short transaction, and the servers share the batches.
 */
export async function watchBooks(ctx: WorkCtx): Promise<void> {
  const ends = await whyEndsFail(ctx.app.db, await store.readHead(ctx.app.db));
  if (ends) await recordBreak(ctx, ends);
  for (const scope of ['last day', 'all days'] as const) {
    let entries = 0;
    for (let looks = 0; looks < most.days && entries < most.entries; looks += 1) {
      const result = await inTx(ctx.app.db, (tx) => verifyNext(tx, scope, ctx.wall));
      if (result?.broken) await recordBreak(ctx, result.broken);
      if (!result || result.isEnd) break;
      entries += result.count;
    }
  }
}

/**
 * Verifies the next entries in a scope and moves the scope's position.
 * @returns null if no day is chained, or if another server holds the position
 */
async function verifyNext(
  tx: Tx,
  scope: store.Scope,
  wall: Temporal.Instant,
): Promise<BatchResult | null> {
  const { firstDay, lastDay } = await store.readHead(tx);
  if (!firstDay || !lastDay) return null;
  const first = scope === 'last day' ? lastDay : firstDay;
  const place = await store.lockPlace(tx, scope, first);
  if (!place) return null;
  const isOutside =
    Temporal.PlainDate.compare(place.day, first) < 0 ||
    Temporal.PlainDate.compare(place.day, lastDay) > 0;
  const { count, broken, next } = await verifySome(tx, isOutside ? startOf(first) : place);
  const isEnd = Temporal.PlainDate.compare(next.day, lastDay) > 0;
  await store.movePlace(tx, scope, isEnd ? startOf(first) : next, isEnd ? wall : null);
  return { count, broken, isEnd };
}

async function recordBreak({ app, now }: WorkCtx, broken: BrokenDay): Promise<void> {
  const day = broken.day.toString();
  const entries = broken.entries.map(({ entryId, what }) => `${entryId} ${what}`);
  app.log.error(
    'the books do not verify: run ops ledger verify',
    new Error(`${day}: ${broken.reason}`),
    { count: entries.length },
  );
  const row = {
    at: now,
    who: 'the books',
    act: breakNoted,
    subject: day,
    detail: { day, reason: broken.reason, entries },
  };
  await inTx(app.db, async (tx) => await auditOnce(tx, row));
}

/** Returns the alarm about the chained days as a sentence, or 'ok' if there is none. */
export async function alarmOfBooks(read: Read, now: Temporal.Instant): Promise<string> {
  const [brokenDay, head] = await Promise.all([
    firstSubjectOf(read, breakNoted),
    store.readHead(read),
  ]);
  if (brokenDay) return `${brokenDay} did not verify: run ops ledger verify`;
  const lastOver = manilaDayOf(now.subtract({ hours: lateAfterHours })).subtract({ days: 1 });
  const next = head.chainedTo?.add({ days: 1 }) ?? head.firstBookedOn;
  const isLate = next !== null && Temporal.PlainDate.compare(next, lastOver) <= 0;
  return isLate
    ? `${next} has been unchained since ${next.add({ days: 1 }).toZonedDateTime(manila).toInstant()}`
    : 'ok';
}
