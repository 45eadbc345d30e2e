// Whether the books are what was chained: every chained day is computed anew, from the first to the
// head of the chain, some entries at a time.
import type { Read } from '#/db/database.ts';
import {
  chainStart,
  follow,
  nothingFollowed,
  whyEndFails,
  whyKeptFails,
} from '#/platform/chain.ts';
import * as store from './chain-days.store.ts';
import { type ChainedDay, daysChain } from './day-hash.ts';

/** Entries that are computed in one query: a fraction of a second. */
const entriesAtOnce = 2000;
/** Entries that are named of a day that does not hold. */
const mostNamed = 20;

/** The end of a chain that was kept off the machine. */
export type KnownDay = { day: Temporal.PlainDate; hash: string };

/** The first day that does not hold, why, and which of its entries, as far as they have a name. */
export type BrokenDay = { day: Temporal.PlainDate; why: string; entries: store.Difference[] };

export type Verdict = {
  days: number;
  entries: number;
  /** Entries of days that are not chained yet. */
  unchainedEntries: number;
  /** The last chained day and its hash, to be kept elsewhere; null before the first. */
  head: { day: Temporal.PlainDate; hash: string } | null;
  broken: BrokenDay | null;
  /** How far the worker has come by itself (watch.ts). */
  watched: store.Watched[];
};

/**
 * Chained days, both included; from the first and to the last of the chain where it does not say.
 */
export type Period = { from?: Temporal.PlainDate | undefined; to?: Temporal.PlainDate | undefined };

const broken = (day: Temporal.PlainDate, why: string): BrokenDay => ({ day, why, entries: [] });
export const startOf = (day: Temporal.PlainDate): store.Place => ({
  day,
  afterNumber: 0n,
  lineCount: 0n,
});

/**
 * Checks every chained day in order, or only those of a period, the chain's end, and a day that was
 * kept elsewhere. Stops at the first that does not hold.
 */
export async function verifyBooks(
  read: Read,
  known: KnownDay | null,
  period: Period = {},
): Promise<Verdict> {
  const head = await store.readHead(read);
  const { firstDay, lastDay } = head;
  const held = { days: 0, entries: 0 };
  const unchainedEntries = await store.entriesAfter(read, lastDay);
  const found =
    (firstDay &&
      lastDay &&
      (await walk(read, held, later(firstDay, period.from), earlier(lastDay, period.to)))) ??
    (await whyEndsFail(read, head)) ??
    (await whyKnownFails(read, known));
  return {
    ...held,
    unchainedEntries,
    head: head.chainedTo && { day: head.chainedTo, hash: head.hash.toString('hex') },
    broken: found,
    watched: await store.lastVerified(read),
  };
}

const later = (day: Temporal.PlainDate, other = day) =>
  Temporal.PlainDate.compare(day, other) < 0 ? other : day;
const earlier = (day: Temporal.PlainDate, other = day) =>
  Temporal.PlainDate.compare(day, other) < 0 ? day : other;

/** Goes through the chained days from one to another, and counts those that hold. */
async function walk(
  read: Read,
  held: { days: number; entries: number },
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<BrokenDay | null> {
  for (let place = startOf(from); Temporal.PlainDate.compare(place.day, to) <= 0; ) {
    const some = await verifySome(read, place);
    if (some.broken)
      return { ...some.broken, entries: await allNamed(read, some.broken, some.next) };
    held.entries += some.count;
    held.days += some.next.day.equals(place.day) ? 0 : 1;
    place = some.next;
  }
  return null;
}

/** The entries that are named of a day, and those among its remaining ones. */
async function allNamed(
  read: Read,
  { day, entries }: BrokenDay,
  rest: store.Place,
): Promise<BrokenDay['entries']> {
  const all = [...entries];
  for (let place = rest; all.length < mostNamed && place.day.equals(day); ) {
    const look = await store.lookAtEntries(read, day, place.afterNumber, entriesAtOnce);
    all.push(...look.changed);
    place = placeAfter(place, look);
  }
  return all.slice(0, mostNamed);
}

/**
 * Checks the next entries of a chained day, and its link before the first of them.
 * @returns how many those were, and where to go on.
 */
export async function verifySome(
  read: Read,
  place: store.Place,
): Promise<{ count: number; broken: BrokenDay | null; next: store.Place }> {
  const { day, afterNumber } = place;
  const [kept, link, look] = await Promise.all([
    afterNumber === 0n ? store.keptDay(read, day) : null,
    store.chainedDay(read, day),
    store.lookAtEntries(read, day, afterNumber, entriesAtOnce),
  ]);
  const next = placeAfter(place, look);
  const isEnd = !next.day.equals(day);
  const isOther =
    look.changed.length > 0 || (isEnd && place.lineCount + look.lineCount !== link?.lineCount);
  const why =
    (kept && whyDayFails(day, link ?? null, kept)) ?? (isOther ? 'an entry was changed' : null);
  if (why === null) return { count: look.count, broken: null, next };
  const entries = [...(await store.entriesOnOneSide(read, day)), ...look.changed].slice(
    0,
    mostNamed,
  );
  return { count: look.count, broken: { day, why, entries }, next };
}

/** The next day after the last of its entries. */
function placeAfter({ day, lineCount }: store.Place, look: store.Look): store.Place {
  if (look.count < entriesAtOnce) return startOf(day.add({ days: 1 }));
  return { day, afterNumber: look.lastNumber, lineCount: lineCount + look.lineCount };
}

/**
 * Why the link of a day, the number of its entries or what is kept of them is not what was chained.
 */
function whyDayFails(
  day: Temporal.PlainDate,
  link: ChainedDay | null,
  { before, entriesNow, rowsHash }: store.KeptDay,
): string | null {
  const found = {
    day,
    entryCount: entriesNow,
    lineCount: link?.lineCount ?? 0n,
    rowsHash: link?.rowsHash ?? rowsHash,
  };
  const whyElse = found.rowsHash.equals(rowsHash) ? null : 'its list of entries was changed';
  return follow(daysChain, { ...nothingFollowed, last: before }, [{ link, found, whyElse }]);
}

/** Whether the chain begins with the first entry, and ends where the program left it. */
export async function whyEndsFail(read: Read, head: store.Head): Promise<BrokenDay | null> {
  const { chainedTo, hash, firstBookedOn, firstDay, lastDay } = head;
  if (
    firstDay &&
    lastDay &&
    firstBookedOn &&
    Temporal.PlainDate.compare(firstBookedOn, firstDay) < 0
  )
    return broken(firstDay, 'there are entries before the first chained day');
  if (!chainedTo) return lastDay && broken(lastDay, 'a link was put in');
  const last = lastDay && (await store.chainedDay(read, lastDay));
  const beyond = lastDay ? Temporal.PlainDate.compare(lastDay, chainedTo) : -1;
  const why = whyEndFails(beyond, (last?.hash ?? chainStart).equals(hash));
  return why === null ? null : broken(lastDay && beyond > 0 ? lastDay : chainedTo, why);
}

async function whyKnownFails(read: Read, known: KnownDay | null): Promise<BrokenDay | null> {
  if (!known) return null;
  const link = await store.chainedDay(read, known.day);
  const why = link ? whyKeptFails(link, known.hash) : 'it has no link, though one was kept';
  return why === null ? null : broken(known.day, why);
}
