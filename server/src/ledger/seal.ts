// Seals the days of the books that are over, chained by their hashes, so that what was changed afterwards has a name. Days are found from the
// state of the tables: after downtime, or after the sandbox turned its clock, the missing ones follow in their order.
import { inTx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { manilaDayOf } from '#/kit/days.ts';
import * as store from './seal.store.ts';
import { chainStart, type DayFacts, hashOfDay, type SealedDay } from './seal-hash.ts';
import { watchBooks } from './watch.ts';

/** Days sealed at once at most. */
const mostDays = 366;

/** Seals every day before today that is not sealed yet. @returns how many days it sealed; 0 also where somebody is posting, until the next look. */
export async function sealDays({ house, now, wall }: WorkCtx): Promise<number> {
  const yesterday = manilaDayOf(now).subtract({ days: 1 });
  const seen = await store.lookAtHead(house.db);
  if (nextToSeal(seen, yesterday) === null) return 0;
  await watchBooks({ house, now, wall });
  return await inTx(house.db, async (tx) => {
    if (!(await store.takeAlone(tx))) return 0;
    const head = await store.lookAtHead(tx);
    const from = nextToSeal(head, yesterday);
    if (from === null) return 0;
    const most = from.add({ days: mostDays - 1 });
    const to = Temporal.PlainDate.compare(most, yesterday) < 0 ? most : yesterday;
    const days = chained(await store.hashDays(tx, from, to), head.sealedTo === null ? chainStart : head.hash, wall);
    await store.appendDays(tx, days);
    return days.length;
  });
}

/** The first day that is over and not sealed: the one after the head, or that of the first entry; null where there is none. */
function nextToSeal(head: Awaited<ReturnType<typeof store.lookAtHead>>, yesterday: Temporal.PlainDate): Temporal.PlainDate | null {
  const next = head.sealedTo?.add({ days: 1 }) ?? head.firstBookedOn;
  return next && Temporal.PlainDate.compare(next, yesterday) <= 0 ? next : null;
}

function chained(days: readonly DayFacts[], start: Buffer, sealedAt: Temporal.Instant): SealedDay[] {
  let previousHash = start;
  return days.map((day) => {
    const said = { ...day, sealedAt, previousHash };
    const sealed = { ...said, hash: hashOfDay(said) };
    previousHash = sealed.hash;
    return sealed;
  });
}
