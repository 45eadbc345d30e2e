// Whether the trail is what was sealed: every batch is computed anew, from the first row to the head of the chain.
import type { Read } from '#/db/database.ts';
import {
  type Candidate,
  chainStart,
  type Followed,
  follow,
  missing,
  nothingFollowed,
  whyEndFails,
  whyKeptFails,
} from '#/platform/chain.ts';
import * as store from './seal.store.ts';
import { type Batch, hashOfRows, longestBatch, type Seal, type TrailRow, trailChain } from './seal-hash.ts';

const sealsAtOnce = 1000;
const rowsAtOnce = longestBatch;
/** A mark that has not been reached for this long means that a transaction is kept open, which nothing of ours does. */
const longMarkMs = 5 * 60_000;

/** A head that was kept off the machine. */
export type KnownHead = { number: bigint; hash: string };

export type Verdict = {
  batches: number;
  rows: number;
  /** Rows that came after the last batch. */
  unsealedRows: number;
  /** The first thing that does not hold, and the batch it was found in; null where all does. */
  broken: { batch: number; why: string } | null;
  /** Whether a batch has waited for more than five minutes. */
  isHeldUp: boolean;
};

type Way = Followed<Batch>;

/** Checks every batch in order, the chain's end, and a head that was kept elsewhere. Stops at the first that does not hold. */
export async function verifyTrail(read: Read, wall: Temporal.Instant, known: KnownHead | null): Promise<Verdict> {
  const last = await store.lastSealNumber(read); // before the head, which the program may move on meanwhile
  const head = await store.readHead(read);
  const way: Way = { ...nothingFollowed };
  const broken = (await walk(read, way, head.number)) ?? breakAtEnd(way, head, last) ?? (await whyKnownFails(read, known));
  const outside = await store.rowsOutside(read, head.toId);
  const before = outside.before > 0 ? { batch: 1, why: 'there are rows before the first number' } : null;
  const waitsMs = head.markedTo !== null && head.markedAt !== null ? wall.epochMilliseconds - head.markedAt.epochMilliseconds : 0;
  return {
    batches: way.seals,
    rows: Number(way.rows),
    unsealedRows: outside.after,
    broken: broken ?? before,
    isHeldUp: waitsMs > longMarkMs,
  };
}

/** The end of the chain as it is to be kept off the machine; null before the first batch. */
export async function headOfTrail(read: Read): Promise<{ number: number; hash: string; toId: number; sealedAt: string } | null> {
  const { number } = await store.readHead(read);
  const seal = await store.sealOf(read, number);
  return seal
    ? { number: Number(number), hash: seal.hash.toString('hex'), toId: Number(seal.toId), sealedAt: seal.sealedAt.toString() }
    : null;
}

export type Broken = NonNullable<Verdict['broken']>;

/** Checks some batches from a number on, as many as are read at once. @returns where to go on; 1 after the last. */
export async function verifyStretch(read: Read, from: bigint): Promise<{ broken: Broken | null; next: bigint }> {
  const seals = await store.sealsAfter(read, from - 1n, sealsAtOnce);
  const last = groupFrom(seals, 0).at(-1);
  if (!last) return { broken: null, next: 1n };
  const isEnd = last === seals.at(-1) && seals.length < sealsAtOnce;
  return { broken: await walk(read, await wayBefore(read, from), last.number), next: isEnd ? 1n : last.number + 1n };
}

/** Why the last batch does not hold, or is not where the program left the chain; null where it is. */
export async function whyHeadFails(read: Read, head: store.Head): Promise<Broken | null> {
  if (head.number === 0n) return null;
  const way = await wayBefore(read, head.number);
  return (await walk(read, way, head.number)) ?? breakAtEnd(way, head, head.number);
}

/** The chain up to the batch before a number, by its seal. */
async function wayBefore(read: Read, number: bigint): Promise<Way> {
  return { ...nothingFollowed, last: (number > 1n && (await store.sealOf(read, number - 1n))) || null };
}

const numberOf = ({ last }: Way) => last?.number ?? 0n;

/** Follows the seals up to a number, and moves `way` past each that holds. */
async function walk(read: Read, way: Way, upTo: bigint): Promise<Broken | null> {
  for (;;) {
    const seals = (await store.sealsAfter(read, numberOf(way), sealsAtOnce)).filter((seal) => seal.number <= upTo);
    if (seals.length === 0) return null;
    for (let from = 0; from < seals.length; ) {
      const group = groupFrom(seals, from);
      const why = follow(trailChain, way, candidates(group, await rowsOf(read, group), way));
      if (why) return breakAt(numberOf(way) + 1n, why);
      from += group.length;
    }
  }
}

/** Each seal beside the rows of its numbers. What it is compared with is the end of the way, which moves on between two of them. */
function* candidates(seals: readonly Seal[], all: readonly TrailRow[], way: Way): Generator<Candidate<Batch>> {
  for (const seal of seals) {
    const isNext = seal.number === numberOf(way) + 1n;
    const isInPlace = seal.fromId === (way.last?.toId ?? 0n) + 1n && seal.toId - seal.fromId < longestBatch;
    const rows = all.filter((row) => row.id >= seal.fromId && row.id <= seal.toId);
    yield {
      seal: isNext ? seal : null,
      whyNoPlace: isInPlace ? null : 'its seal spans other numbers than the program seals',
      found: { ...seal, rowCount: BigInt(rows.length), rowsHash: hashOfRows(rows) },
    };
  }
}

/** Seals in a row whose rows are read at once; at least one. */
function groupFrom(seals: readonly Seal[], from: number): Seal[] {
  const first = seals[from]?.fromId ?? 0n;
  const tooFar = seals.findIndex((seal, at) => at > from && seal.toId - first >= rowsAtOnce);
  return seals.slice(from, tooFar < 0 ? seals.length : tooFar);
}

async function rowsOf(read: Read, group: readonly Seal[]): Promise<TrailRow[]> {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || last.toId - first.fromId >= rowsAtOnce) return [];
  return await store.rowsBetween(read, first.fromId, last.toId);
}

function breakAt(batch: bigint, why: string): Broken {
  return { batch: Number(batch), why: why === missing ? `seal ${batch} is missing` : why };
}

function breakAtEnd(way: Way, head: store.Head, last: bigint): Broken | null {
  const end = numberOf(way);
  const beyond = last > head.number ? 1 : end < head.number ? -1 : 0;
  const isWhereItWasLeft = (way.last?.toId ?? 0n) === head.toId && (way.last?.hash ?? chainStart).equals(head.hash);
  const why = whyEndFails(beyond, isWhereItWasLeft);
  return why === null ? null : breakAt(beyond > 0 ? last : beyond < 0 ? end + 1n : end, why);
}

async function whyKnownFails(read: Read, known: KnownHead | null): Promise<Broken | null> {
  if (!known) return null;
  const seal = await store.sealOf(read, known.number);
  const why = seal ? whyKeptFails(seal, known.hash) : 'the chain ends before the head that was kept';
  return why === null ? null : breakAt(known.number, why);
}
