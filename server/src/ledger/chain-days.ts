// Chains the past days of the books by their hashes, so that any later change can be detected and
// located. Days missed because of downtime or a change of the sandbox's clock are chained later, in
// order.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { chainStart, linkInTurn } from '#/platform/chain.ts';
import { manilaDayOf } from '#/platform/days.ts';
import * as store from './chain-days.store.ts';
import { daysChain } from './day-hash.ts';

/** The maximum number of days and of entries per transaction, to leave time for other jobs. */
const most = { days: 366, entries: 2000 };

/**
 * Closes and chains the next past days, up to the last day with posted charges (`chargedTo`, or
 * null if there is nothing to charge). A day with many entries is hashed over several calls.
 * @returns the number of chained days, but at least 1 if any work was done; 0 if an entry is being
 * posted
 */
export async function chainDays(
  { app, now, wall }: WorkCtx,
  chargedTo: Temporal.PlainDate | null = null,
): Promise<number> {
  const lastOver = manilaDayOf(now).subtract({ days: 1 });
  const yesterday =
    chargedTo && Temporal.PlainDate.compare(chargedTo, lastOver) < 0 ? chargedTo : lastOver;
  const head = await store.readHead(app.db);
  if (nextToChain(head, yesterday) === null) return 0;
  const isClosed =
    head.closedTo !== null && Temporal.PlainDate.compare(head.closedTo, yesterday) >= 0;
  if (!isClosed && !(await inTx(app.db, (tx) => store.closeDays(tx, yesterday)))) return 0;
  return await inTx(app.db, async (tx) =>
    (await store.lockHead(tx)) ? await chainSome(tx, wall) : 0,
  );
}

/** Hashes the next entries of closed days, and chains the days that are fully hashed. */
async function chainSome(tx: Tx, wall: Temporal.Instant): Promise<number> {
  const head = await store.readHead(tx);
  const { closedTo, hashedNumber } = head;
  const from = closedTo && nextToChain(head, closedTo);
  if (!from || !closedTo) return 0;
  const farthest = from.add({ days: most.days - 1 });
  const to = Temporal.PlainDate.compare(farthest, closedTo) < 0 ? farthest : closedTo;
  const hashed = await store.storeEntryHashes(tx, {
    from,
    afterNumber: hashedNumber,
    to,
    limit: most.entries,
  });
  const isLast = hashed.count < most.entries;
  const lines = new Map(hashed.days.map((row) => [row.day.toString(), row.lines]));
  lines.set(from.toString(), (lines.get(from.toString()) ?? 0n) + head.hashedLines);
  const linesOn = (day: Temporal.PlainDate) => lines.get(day.toString()) ?? 0n;
  const lastDay = hashed.days.at(-1)?.day ?? from;
  const storedDays = await store.readStoredFacts(
    tx,
    from,
    isLast ? to : lastDay.subtract({ days: 1 }),
  );
  const facts = storedDays.map((row) => ({ ...row, lineCount: linesOn(row.day) }));
  const days = linkInTurn(daysChain, facts, head.chainedTo === null ? chainStart : head.hash, wall);
  await store.appendDays(tx, days);
  if (!isLast) await store.advanceHashed(tx, hashed.lastNumber, linesOn(lastDay));
  return Math.max(days.length, 1);
}

/**
 * Returns the next day to chain: the day after the head, or the day of the first entry if nothing
 * is chained. Null if every past day is chained.
 */
function nextToChain(
  head: Awaited<ReturnType<typeof store.readHead>>,
  yesterday: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const next = head.chainedTo?.add({ days: 1 }) ?? head.firstBookedOn;
  return next && Temporal.PlainDate.compare(next, yesterday) <= 0 ? next : null;
}
