// Whether the books are what was sealed: every sealed day is computed anew, from the first to the head of the chain.
import type { Read } from '#/db/database.ts';
import { type Candidate, chainStart, type Followed, follow, nothingFollowed, whyEndFails, whyKeptFails } from '#/platform/chain.ts';
import * as store from './seal.store.ts';
import { type DayFacts, daysChain } from './seal-hash.ts';

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

type Way = Followed<DayFacts>;

const broken = (day: Temporal.PlainDate, why: string): BrokenDay => ({ day, why, entries: [] });

/** Checks every sealed day in order, the chain's end, and a day that was kept elsewhere. Stops at the first that does not hold. */
export async function verifyBooks(read: Read, known: KnownDay | null): Promise<Verdict> {
  const head = await store.readHead(read);
  const { firstDay, lastDay } = head;
  const way: Way = { ...nothingFollowed };
  const outside = await store.entriesOutside(read, head);
  const found =
    (firstDay && lastDay && (await walk(read, way, firstDay, lastDay))) ??
    (firstDay && outside.before > 0 ? broken(firstDay, `${outside.before} entries stand before the first sealed day`) : null) ??
    breakAtEnd(way.last, head) ??
    (await whyKnownFails(read, known));
  return {
    days: way.seals,
    entries: Number(way.rows),
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
  const head = await store.readHead(read);
  const { firstDay, lastDay } = head;
  if (!firstDay || !lastDay) return { broken: breakAtEnd(null, head), next: null };
  const start = from ?? firstDay;
  const to = start.add({ days: daysAtOnce - 1 });
  const isEnd = Temporal.PlainDate.compare(to, lastDay) >= 0;
  const stretch = await walk(read, await wayBefore(read, start), start, isEnd ? lastDay : to);
  const last = await wayBefore(read, lastDay);
  const found = stretch ?? (await walk(read, last, lastDay, lastDay)) ?? breakAtEnd(last.last, head);
  return { broken: found, next: isEnd ? null : to.add({ days: 1 }) };
}

/** The chain up to the day before one, by its seal. */
async function wayBefore(read: Read, day: Temporal.PlainDate): Promise<Way> {
  return { ...nothingFollowed, last: (await store.sealedDay(read, day.subtract({ days: 1 }))) ?? null };
}

/** Follows the sealed days from one to another, and moves `way` past each that holds. */
async function walk(read: Read, way: Way, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<BrokenDay | null> {
  for (let start = from; Temporal.PlainDate.compare(start, to) <= 0; start = start.add({ days: daysAtOnce })) {
    const most = start.add({ days: daysAtOnce - 1 });
    const all = await candidates(read, start, Temporal.PlainDate.compare(most, to) < 0 ? most : to);
    const before = way.seals;
    const why = follow(daysChain, way, all);
    const day = all[way.seals - before]?.found.day;
    if (why === null || !day) continue;
    const changed = await store.differences(read, day, day);
    return { day, why, entries: changed.map(({ entryId, what }) => ({ entryId, what })) };
  }
  return null;
}

/** Each day of the calendar, its seal beside what its entries are now. */
async function candidates(read: Read, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<Candidate<DayFacts>[]> {
  const [seals, days, kept] = await Promise.all([
    store.daysFrom(read, from, daysAtOnce),
    store.hashDays(read, from, to),
    store.sealedFactsOf(read, from, to),
  ]);
  return days.map((found, at) => ({
    seal: seals.find((one) => one.day.equals(found.day)) ?? null,
    found,
    whyElse: kept[at]?.rowsHash.equals(found.rowsHash) === true ? null : 'its list of entries was changed',
  }));
}

function breakAtEnd(last: Way['last'], { sealedTo, hash }: store.Head): BrokenDay | null {
  if (!sealedTo) return last && broken(last.day, 'a seal was put in');
  const beyond = last ? Temporal.PlainDate.compare(last.day, sealedTo) : -1;
  const why = whyEndFails(beyond, (last?.hash ?? chainStart).equals(hash));
  return why === null ? null : broken(last && beyond > 0 ? last.day : sealedTo, why);
}

async function whyKnownFails(read: Read, known: KnownDay | null): Promise<BrokenDay | null> {
  if (!known) return null;
  const seal = await store.sealedDay(read, known.day);
  const why = seal ? whyKeptFails(seal, known.hash) : 'it has no seal, though one was kept';
  return why === null ? null : broken(known.day, why);
}
