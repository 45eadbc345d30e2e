// Chains the days of the books that are over by their hashes, so that what was changed afterwards
// has a name. Days are found from the state of the tables: after downtime, or after the sandbox
// turned its clock, the missing ones follow in their order.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { chainStart, linkInTurn } from '#/platform/chain.ts';
import { manilaDayOf } from '#/platform/days.ts';
import * as store from './chain-days.store.ts';
import { daysChain } from './day-hash.ts';

/**
 * At most in one transaction: days that are chained, and entries that are hashed for them, so that
 * the worker's other steps soon have their turn.
 */
const most = { days: 366, entries: 2000 };

/**
 * Goes on chaining the days before today that are not chained yet, none after the last whose
 * charges are posted; null where there is nothing to charge. First their books are closed, which
 * those who post may wait a moment for; the chaining itself holds up nobody. Of a day with many
 * entries some are hashed each time, and its link follows the last. @returns how many days were
 * chained and batches of a longer one hashed; 0 also where somebody is posting, until the next
 * look.
 */
export async function chainDays(
  { app, now, wall }: WorkCtx,
  chargedTo: Temporal.PlainDate | null = null,
): Promise<number> {
  const lastOver = manilaDayOf(now).subtract({ days: 1 });
  const yesterday =
    chargedTo && Temporal.PlainDate.compare(chargedTo, lastOver) < 0 ? chargedTo : lastOver;
  const seen = await store.readHead(app.db);
  if (nextToChain(seen, yesterday) === null) return 0;
  const isClosed =
    seen.closedTo !== null && Temporal.PlainDate.compare(seen.closedTo, yesterday) >= 0;
  if (!isClosed && !(await inTx(app.db, (tx) => store.closeDays(tx, yesterday)))) return 0;
  return await inTx(app.db, async (tx) =>
    (await store.lockHead(tx)) ? await chainSome(tx, wall) : 0,
  );
}

/** Hashes the next entries of the closed days, and chains those days that have no more. */
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
  const lines = new Map(hashed.days.map((one) => [one.day.toString(), one.lines]));
  lines.set(from.toString(), (lines.get(from.toString()) ?? 0n) + head.hashedLines);
  const linesOn = (day: Temporal.PlainDate) => lines.get(day.toString()) ?? 0n;
  const lastDay = hashed.days.at(-1)?.day ?? from;
  const kept = await store.keptFactsOf(tx, from, isLast ? to : lastDay.subtract({ days: 1 }));
  const facts = kept.map((one) => ({ ...one, lineCount: linesOn(one.day) }));
  const days = linkInTurn(daysChain, facts, head.chainedTo === null ? chainStart : head.hash, wall);
  await store.appendDays(tx, days);
  if (!isLast) await store.moveHashed(tx, hashed.lastNumber, linesOn(lastDay));
  return Math.max(days.length, 1);
}

/**
 * The first day that is over and not chained: the one after the head, or that of the first entry;
 * null where there is none.
 */
function nextToChain(
  head: Awaited<ReturnType<typeof store.readHead>>,
  yesterday: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const next = head.chainedTo?.add({ days: 1 }) ?? head.firstBookedOn;
  return next && Temporal.PlainDate.compare(next, yesterday) <= 0 ? next : null;
}
