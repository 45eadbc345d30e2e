// Chains the days of the books that are over by their hashes, so that what was changed afterwards has a name. Days are found from the
// state of the tables: after downtime, or after the sandbox turned its clock, the missing ones follow in their order.

import type { WorkCtx } from '#/context/ctx.ts';
import { inTx } from '#/db/database.ts';
import { chainStart, linkInTurn } from '#/platform/chain.ts';
import { manilaDayOf } from '#/platform/days.ts';
import * as store from './chain-days.store.ts';
import { daysChain } from './day-hash.ts';
import { watchBooks } from './watch.ts';

/** Chained at once at most: days, and entries, unless one day alone has more. */
const most = { days: 366, entries: 20_000 };

/**
 * Chains days before today that are not chained yet, none after the last whose charges are posted; null where there is nothing to charge. First their books are
 * closed, which those who post may wait a moment for; the chaining itself holds up nobody. @returns how many days it chained; 0 also where somebody is posting,
 * until the next look.
 */
export async function chainDays({ app, now, wall }: WorkCtx, chargedTo: Temporal.PlainDate | null = null): Promise<number> {
  const lastOver = manilaDayOf(now).subtract({ days: 1 });
  const yesterday = chargedTo && Temporal.PlainDate.compare(chargedTo, lastOver) < 0 ? chargedTo : lastOver;
  const seen = await store.readHead(app.db);
  if (nextToChain(seen, yesterday) === null) return 0;
  const isClosed = seen.closedTo !== null && Temporal.PlainDate.compare(seen.closedTo, yesterday) >= 0;
  if (!isClosed && !(await inTx(app.db, (tx) => store.closeDays(tx, yesterday)))) return 0;
  await watchBooks({ app, now, wall });
  return await inTx(app.db, async (tx) => {
    if (!(await store.lockHead(tx))) return 0;
    const head = await store.readHead(tx);
    const from = head.closedTo && nextToChain(head, head.closedTo);
    if (!from || !head.closedTo) return 0;
    const to = endOfBatch(from, head.closedTo, await store.entryCounts(tx, from, head.closedTo));
    await store.storeEntryHashes(tx, from, to);
    const days = linkInTurn(daysChain, await store.chainedFactsOf(tx, from, to), head.chainedTo === null ? chainStart : head.hash, wall);
    await store.appendDays(tx, days);
    return days.length;
  });
}

/** The last day of a batch that begins on a day: as many days as there is room for, one at least. */
function endOfBatch(
  from: Temporal.PlainDate,
  closedTo: Temporal.PlainDate,
  counts: readonly { day: Temporal.PlainDate; count: number }[],
): Temporal.PlainDate {
  const farthest = from.add({ days: most.days - 1 });
  let sum = 0;
  const tooMuch = counts.find(({ count }) => {
    sum += count;
    return sum > most.entries;
  });
  const ends = [
    closedTo,
    farthest,
    ...(tooMuch && !tooMuch.day.equals(from) ? [tooMuch.day.subtract({ days: 1 })] : tooMuch ? [from] : []),
  ];
  return ends.toSorted(Temporal.PlainDate.compare)[0] ?? closedTo;
}

/** The first day that is over and not chained: the one after the head, or that of the first entry; null where there is none. */
function nextToChain(head: Awaited<ReturnType<typeof store.readHead>>, yesterday: Temporal.PlainDate): Temporal.PlainDate | null {
  const next = head.chainedTo?.add({ days: 1 }) ?? head.firstBookedOn;
  return next && Temporal.PlainDate.compare(next, yesterday) <= 0 ? next : null;
}
