// Whether the books are what was sealed: every sealed day is computed anew, from the first to the head of the chain.
import type { Read } from '#/db/database.ts';
import * as store from './seal.store.ts';
import { chainStart, hashOfDay, type SealedDay } from './seal-hash.ts';

/** Sealed days that are computed in one query. */
const daysAtOnce = 31;

/** The end of a chain that was kept off the machine. */
export type KnownDay = { day: Temporal.PlainDate; hash: string };

/** The first day that does not hold, why, and which of its entries, as far as they have a name. */
export type BrokenDay = { day: Temporal.PlainDate; why: string; entries: { entryId: string; what: store.Difference['what'] }[] };

export type Verdict = {
  days: number;
  entries: number;
  /** Entries of days that are not sealed yet. */
  unsealedEntries: number;
  /** The last sealed day and its hash, to be kept elsewhere; null before the first. */
  head: { day: Temporal.PlainDate; hash: string } | null;
  broken: BrokenDay | null;
};

type Chain = { last: Temporal.PlainDate | null; hash: Buffer; days: number; entries: bigint };

const broken = (day: Temporal.PlainDate, why: string): BrokenDay => ({ day, why, entries: [] });

/** Checks every sealed day in order, the chain's end, and a day that was kept elsewhere. Stops at the first that does not hold. */
export async function verifyBooks(read: Read, known: KnownDay | null): Promise<Verdict> {
  const head = await store.lookAtHead(read);
  const { firstDay, lastDay } = head;
  const chain: Chain = { last: null, hash: chainStart, days: 0, entries: 0n };
  const outside = await store.entriesOutside(read, head);
  const found =
    (firstDay && lastDay && (await walk(read, chain, firstDay, lastDay))) ??
    (firstDay && outside.before > 0 ? broken(firstDay, `${outside.before} entries stand before the first sealed day`) : null) ??
    whyEndFails(chain, head) ??
    (await whyKnownFails(read, known));
  return {
    days: chain.days,
    entries: Number(chain.entries),
    unsealedEntries: outside.after,
    head: head.sealedTo && { day: head.sealedTo, hash: head.hash.toString('hex') },
    broken: found,
  };
}

/** Checks the last sealed day, and some from a day on, as many as are computed at once. @returns where to go on; null for the first day. */
export async function verifyStretch(
  read: Read,
  from: Temporal.PlainDate | null,
): Promise<{ broken: BrokenDay | null; next: Temporal.PlainDate | null }> {
  const head = await store.lookAtHead(read);
  const { firstDay, lastDay } = head;
  if (!firstDay || !lastDay) return { broken: whyEndFails(null, head), next: null };
  const start = from ?? firstDay;
  const to = start.add({ days: daysAtOnce - 1 });
  const isEnd = Temporal.PlainDate.compare(to, lastDay) >= 0;
  const stretch = await walk(read, await chainBefore(read, start), start, isEnd ? lastDay : to);
  const last = await chainBefore(read, lastDay);
  const found = stretch ?? (await walk(read, last, lastDay, lastDay)) ?? whyEndFails(last, head);
  return { broken: found, next: isEnd ? null : to.add({ days: 1 }) };
}

/** The chain up to the day before one, as its seal tells it. */
async function chainBefore(read: Read, day: Temporal.PlainDate): Promise<Chain> {
  const before = await store.sealedDay(read, day.subtract({ days: 1 }));
  return { last: before?.day ?? null, hash: before?.hash ?? chainStart, days: 0, entries: 0n };
}

/** Follows the sealed days from one to another, and moves `chain` past each that holds. */
async function walk(read: Read, chain: Chain, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<BrokenDay | null> {
  for (let start = from; Temporal.PlainDate.compare(start, to) <= 0; start = start.add({ days: daysAtOnce })) {
    const most = start.add({ days: daysAtOnce - 1 });
    const end = Temporal.PlainDate.compare(most, to) < 0 ? most : to;
    const [seals, days, kept] = await Promise.all([
      store.daysFrom(read, start, daysAtOnce),
      store.hashDays(read, start, end),
      store.keptDays(read, start, end),
    ]);
    for (const [at, now] of days.entries()) {
      const seal = seals.find((one) => one.day.equals(now.day));
      const isListed = kept[at]?.rowsHash.equals(now.rowsHash) === true;
      const why = whyDayFails(seal, now, chain) ?? (isListed ? null : 'its list of entries was changed');
      if (why !== null) {
        const changed = await store.differences(read, now.day, now.day);
        return { day: now.day, why, entries: changed.map(({ entryId, what }) => ({ entryId, what })) };
      }
      Object.assign(chain, { last: now.day, hash: seal?.hash, days: chain.days + 1, entries: chain.entries + now.entryCount });
    }
  }
  return null;
}

function whyDayFails(seal: SealedDay | undefined, now: Omit<SealedDay, 'hash' | 'sealedAt' | 'previousHash'>, chain: Chain): string | null {
  if (!seal) return 'its seal is missing';
  if (!seal.hash.equals(hashOfDay(seal))) return 'its seal was changed';
  if (!seal.previousHash.equals(chain.hash)) return 'its seal does not follow the day before';
  const difference = now.entryCount - seal.entryCount;
  if (difference < 0n) return `${-difference} of its ${seal.entryCount} entries are gone`;
  if (difference > 0n) return `${difference} entries were put in afterwards`;
  return now.rowsHash.equals(seal.rowsHash) && now.lineCount === seal.lineCount ? null : 'an entry was changed';
}

function whyEndFails(chain: Chain | null, head: store.Head): BrokenDay | null {
  const last = chain?.last ?? null;
  if (head.sealedTo === null) return last ? broken(last, 'a seal was put in') : null;
  if (!last || Temporal.PlainDate.compare(last, head.sealedTo) < 0) return broken(head.sealedTo, 'its seal is missing');
  if (Temporal.PlainDate.compare(last, head.sealedTo) > 0) return broken(last, 'a seal was put in');
  return chain?.hash.equals(head.hash) ? null : broken(last, 'the chain does not end where the program left it');
}

async function whyKnownFails(read: Read, known: KnownDay | null): Promise<BrokenDay | null> {
  if (!known) return null;
  const seal = await store.sealedDay(read, known.day);
  if (!seal) return broken(known.day, 'it has no seal, though one was kept');
  return seal.hash.toString('hex') === known.hash ? null : broken(known.day, 'its hash is not the one that was kept');
}
