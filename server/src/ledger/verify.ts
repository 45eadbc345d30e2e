// Whether the books are what was chained: every chained day is computed anew, from the first to the head of the chain.
import type { Read } from '#/db/database.ts';
import { type Candidate, chainStart, type Followed, follow, nothingFollowed, whyEndFails, whyKeptFails } from '#/platform/chain.ts';
import * as store from './chain-days.store.ts';
import { type DayFacts, daysChain } from './day-hash.ts';

/** Chained days that are computed in one query. */
const daysAtOnce = 31;

/** The end of a chain that was kept off the machine. */
export type KnownDay = { day: Temporal.PlainDate; hash: string };

/** The first day that does not hold, why, and which of its entries, as far as they have a name. */
export type BrokenDay = { day: Temporal.PlainDate; why: string; entries: { entryId: string; what: store.Difference['what'] }[] };

export type Verdict = {
  days: number;
  entries: number;
  /** Entries of days that are not chained yet. */
  unchainedEntries: number;
  /** The last chained day and its hash, to be kept elsewhere; null before the first. */
  head: { day: Temporal.PlainDate; hash: string } | null;
  broken: BrokenDay | null;
};

type Way = Followed<DayFacts>;

const broken = (day: Temporal.PlainDate, why: string): BrokenDay => ({ day, why, entries: [] });

/** Checks every chained day in order, the chain's end, and a day that was kept elsewhere. Stops at the first that does not hold. */
export async function verifyBooks(read: Read, known: KnownDay | null): Promise<Verdict> {
  const head = await store.readHead(read);
  const { firstDay, lastDay } = head;
  const way: Way = { ...nothingFollowed };
  const outside = await store.entriesOutside(read, head);
  const found =
    (firstDay && lastDay && (await walk(read, way, firstDay, lastDay))) ??
    (firstDay && outside.before > 0 ? broken(firstDay, `${outside.before} entries stand before the first chained day`) : null) ??
    breakAtEnd(way.last, head) ??
    (await whyKnownFails(read, known));
  return {
    days: way.links,
    entries: Number(way.rows),
    unchainedEntries: outside.after,
    head: head.chainedTo && { day: head.chainedTo, hash: head.hash.toString('hex') },
    broken: found,
  };
}

/** Checks the last chained day, and some from a day on, as many as are computed at once. @returns where to go on; null for the first day. */
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

/** The chain up to the day before one, by its link. */
async function wayBefore(read: Read, day: Temporal.PlainDate): Promise<Way> {
  return { ...nothingFollowed, last: (await store.chainedDay(read, day.subtract({ days: 1 }))) ?? null };
}

/** Follows the chained days from one to another, and moves `way` past each that holds. */
async function walk(read: Read, way: Way, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<BrokenDay | null> {
  for (let start = from; Temporal.PlainDate.compare(start, to) <= 0; start = start.add({ days: daysAtOnce })) {
    const most = start.add({ days: daysAtOnce - 1 });
    const all = await candidates(read, start, Temporal.PlainDate.compare(most, to) < 0 ? most : to);
    const before = way.links;
    const why = follow(daysChain, way, all);
    const day = all[way.links - before]?.found.day;
    if (why === null || !day) continue;
    const changed = await store.differences(read, day, day);
    return { day, why, entries: changed.map(({ entryId, what }) => ({ entryId, what })) };
  }
  return null;
}

/** Each day of the calendar, its link beside what its entries are now. */
async function candidates(read: Read, from: Temporal.PlainDate, to: Temporal.PlainDate): Promise<Candidate<DayFacts>[]> {
  const [links, days, kept] = await Promise.all([
    store.daysFrom(read, from, daysAtOnce),
    store.hashDays(read, from, to),
    store.chainedFactsOf(read, from, to),
  ]);
  return days.map((found, at) => ({
    link: links.find((one) => one.day.equals(found.day)) ?? null,
    found,
    whyElse: kept[at]?.rowsHash.equals(found.rowsHash) === true ? null : 'its list of entries was changed',
  }));
}

function breakAtEnd(last: Way['last'], { chainedTo, hash }: store.Head): BrokenDay | null {
  if (!chainedTo) return last && broken(last.day, 'a link was put in');
  const beyond = last ? Temporal.PlainDate.compare(last.day, chainedTo) : -1;
  const why = whyEndFails(beyond, (last?.hash ?? chainStart).equals(hash));
  return why === null ? null : broken(last && beyond > 0 ? last.day : chainedTo, why);
}

async function whyKnownFails(read: Read, known: KnownDay | null): Promise<BrokenDay | null> {
  if (!known) return null;
  const link = await store.chainedDay(read, known.day);
  const why = link ? whyKeptFails(link, known.hash) : 'it has no link, though one was kept';
  return why === null ? null : broken(known.day, why);
}
