// Verifies the books against the chain by recomputing the hashes of every chained day, in batches
// of entries.
import type { Read } from '#/db/database.ts';
import {
  chainStart,
  follow,
  nothingFollowed,
  whyEndFails,
  whyStoredFails,
} from '#/platform/chain.ts';
import * as store from './chain-days.store.ts';
import { type ChainedDay, daysChain } from './day-hash.ts';

/** The number of entries per query, small enough that a query takes a fraction of a second. */
const entriesAtOnce = 2000;
/** The maximum number of broken entries to list for a day. */
const mostNamed = 20;

/** A chained day, and a copy of its hash that was stored outside the database. */
export type KnownDay = { day: Temporal.PlainDate; hash: string };

/** The first broken day, why it is broken, and its broken entries if they are known. */
export type BrokenDay = { day: Temporal.PlainDate; reason: string; entries: store.Difference[] };

export type Verdict = {
  days: number;
  entries: number;
  /** The number of entries after the last chained day. */
  unchainedEntries: number;
  /** The last chained day and its hash, to be stored elsewhere; null if no day is chained. */
  head: { day: Temporal.PlainDate; hash: string } | null;
  broken: BrokenDay | null;
  /** How far the worker has verified the chain (watch.ts). */
  watched: store.Watched[];
};

/** A range of chained days, inclusive; by default the whole chain. */
export type Period = { from?: Temporal.PlainDate | undefined; to?: Temporal.PlainDate | undefined };

const broken = (day: Temporal.PlainDate, reason: string): BrokenDay => ({
  day,
  reason,
  entries: [],
});
export const startOf = (day: Temporal.PlainDate): store.Place => ({
  day,
  afterNumber: 0n,
  lineCount: 0n,
});

/**
 * Verifies the chained days of a period in order, then both ends of the chain, then the day whose
 * hash was stored elsewhere. Stops at the first failure.
 */
export async function verifyBooks(
  read: Read,
  known: KnownDay | null,
  period: Period = {},
): Promise<Verdict> {
  const head = await store.readHead(read);
  const { firstDay, lastDay } = head;
  const verified = { days: 0, entries: 0 };
  const unchainedEntries = await store.entriesAfter(read, lastDay);
  const brokenDay =
    (firstDay &&
      lastDay &&
      (await verifyDays(
        read,
        verified,
        later(firstDay, period.from),
        earlier(lastDay, period.to),
      ))) ??
    (await whyEndsFail(read, head)) ??
    (await whyKnownFails(read, known));
  return {
    ...verified,
    unchainedEntries,
    head: head.chainedTo && { day: head.chainedTo, hash: head.hash.toString('hex') },
    broken: brokenDay,
    watched: await store.lastVerified(read),
  };
}

const later = (day: Temporal.PlainDate, other = day) =>
  Temporal.PlainDate.compare(day, other) < 0 ? other : day;
const earlier = (day: Temporal.PlainDate, other = day) =>
  Temporal.PlainDate.compare(day, other) < 0 ? day : other;

/** Verifies the chained days between two days and counts them, until one is broken. */
async function verifyDays(
  read: Read,
  verified: { days: number; entries: number },
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<BrokenDay | null> {
  for (let place = startOf(from); Temporal.PlainDate.compare(place.day, to) <= 0; ) {
    const batch = await verifySome(read, place);
    if (batch.broken)
      return { ...batch.broken, entries: await allBrokenEntries(read, batch.broken, batch.next) };
    verified.entries += batch.count;
    verified.days += batch.next.day.equals(place.day) ? 0 : 1;
    place = batch.next;
  }
  return null;
}

/** Returns all broken entries of a day, including those in the remaining batches. */
async function allBrokenEntries(
  read: Read,
  { day, entries }: BrokenDay,
  rest: store.Place,
): Promise<BrokenDay['entries']> {
  const all = [...entries];
  for (let place = rest; all.length < mostNamed && place.day.equals(day); ) {
    const rehashed = await store.rehashEntries(read, day, place.afterNumber, entriesAtOnce);
    all.push(...rehashed.changed);
    place = placeAfter(place, rehashed);
  }
  return all.slice(0, mostNamed);
}

/**
 * Verifies the next entries of a chained day. Before the first entry, also verifies the day's link.
 * @returns the number of entries, and the place from which to continue
 */
export async function verifySome(
  read: Read,
  place: store.Place,
): Promise<{ count: number; broken: BrokenDay | null; next: store.Place }> {
  const { day, afterNumber } = place;
  const [storedDay, link, rehashed] = await Promise.all([
    afterNumber === 0n ? store.readStoredDay(read, day) : null,
    store.chainedDay(read, day),
    store.rehashEntries(read, day, afterNumber, entriesAtOnce),
  ]);
  const next = placeAfter(place, rehashed);
  const isEnd = !next.day.equals(day);
  const isChanged =
    rehashed.changed.length > 0 ||
    (isEnd && place.lineCount + rehashed.lineCount !== link?.lineCount);
  const reason =
    (storedDay && whyDayFails(day, link ?? null, storedDay)) ??
    (isChanged ? 'an entry was changed' : null);
  if (reason === null) return { count: rehashed.count, broken: null, next };
  const entries = [...(await store.entriesOnOneSide(read, day)), ...rehashed.changed].slice(
    0,
    mostNamed,
  );
  return { count: rehashed.count, broken: { day, reason, entries }, next };
}

/** Returns the place after a batch: later in the same day, or the next day. */
function placeAfter({ day, lineCount }: store.Place, rehashed: store.Rehashed): store.Place {
  if (rehashed.count < entriesAtOnce) return startOf(day.add({ days: 1 }));
  return { day, afterNumber: rehashed.lastNumber, lineCount: lineCount + rehashed.lineCount };
}

/**
 * Returns why a day's link, entry count or stored hashes do not match the chain; null if they do.
 */
function whyDayFails(
  day: Temporal.PlainDate,
  link: ChainedDay | null,
  { before, entriesNow, rowsHash }: store.KeptDay,
): string | null {
  const facts = {
    day,
    entryCount: entriesNow,
    lineCount: link?.lineCount ?? 0n,
    rowsHash: link?.rowsHash ?? rowsHash,
  };
  const whyElse = facts.rowsHash.equals(rowsHash) ? null : 'its list of entries was changed';
  return follow(daysChain, { ...nothingFollowed, last: before }, [
    { link, computed: facts, whyElse },
  ]);
}

/**
 * Returns why the chain does not begin with the first entry, or why it does not end at its head;
 * null if both are correct.
 */
export async function whyEndsFail(read: Read, head: store.Head): Promise<BrokenDay | null> {
  const { chainedTo, hash, firstBookedOn, firstDay, lastDay } = head;
  if (
    firstDay &&
    lastDay &&
    firstBookedOn &&
    Temporal.PlainDate.compare(firstBookedOn, firstDay) < 0
  )
    return broken(firstDay, 'there are entries before the first chained day');
  if (!chainedTo) return lastDay && broken(lastDay, 'a link was inserted');
  const last = lastDay && (await store.chainedDay(read, lastDay));
  const beyond = lastDay ? Temporal.PlainDate.compare(lastDay, chainedTo) : -1;
  const reason = whyEndFails(beyond, (last?.hash ?? chainStart).equals(hash));
  return reason === null ? null : broken(lastDay && beyond > 0 ? lastDay : chainedTo, reason);
}

async function whyKnownFails(read: Read, known: KnownDay | null): Promise<BrokenDay | null> {
  if (!known) return null;
  const link = await store.chainedDay(read, known.day);
  const reason = link ? whyStoredFails(link, known.hash) : 'it has no link, though one was kept';
  return reason === null ? null : broken(known.day, reason);
}
