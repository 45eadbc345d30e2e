// Whether the trail is what was sealed: every batch is computed anew, from the first row to the head of the chain.
import type { Read } from '#/db/database.ts';
import * as store from './seal.store.ts';
import { hashOfRows, hashOfSeal, longestBatch, type Seal, type TrailRow } from './seal-hash.ts';

const sealsAtOnce = 1000;
const rowsAtOnce = longestBatch;
/** A mark that has not been reached for this long means that a transaction is kept open, which nothing of ours does. */
const longMarkMs = 5 * 60_000;
const start = Buffer.alloc(32);

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

type Chain = { number: bigint; toId: bigint; hash: Buffer; rows: bigint };

/** Checks every batch in order, the chain's end, and a head that was kept elsewhere. Stops at the first that does not hold. */
export async function verifyTrail(read: Read, wall: Temporal.Instant, known: KnownHead | null): Promise<Verdict> {
  const last = await store.lastSealNumber(read); // before the head, which the program may move on meanwhile
  const head = await store.lookAtHead(read);
  const chain: Chain = { number: 0n, toId: 0n, hash: start, rows: 0n };
  const broken = (await walk(read, chain, head.number)) ?? whyEndFails(chain, head, last) ?? (await whyKnownFails(read, known));
  const outside = await store.rowsOutside(read, head.toId);
  const before = outside.before > 0 ? { batch: 1, why: 'rows stand before the first number' } : null;
  const waitsMs = head.markedTo !== null && head.markedAt !== null ? wall.epochMilliseconds - head.markedAt.epochMilliseconds : 0;
  return {
    batches: Number(chain.number),
    rows: Number(chain.rows),
    unsealedRows: outside.after,
    broken: broken ?? before,
    isHeldUp: waitsMs > longMarkMs,
  };
}

/** The end of the chain as it is to be kept off the machine; null before the first batch. */
export async function headOfTrail(read: Read): Promise<{ number: number; hash: string; toId: number; sealedAt: string } | null> {
  const { number } = await store.lookAtHead(read);
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
  return { broken: await walk(read, await chainBefore(read, from), last.number), next: isEnd ? 1n : last.number + 1n };
}

/** Why the last batch does not hold, or is not where the program left the chain; null where it is. */
export async function whyHeadFails(read: Read, head: store.Head): Promise<Broken | null> {
  if (head.number === 0n) return null;
  const chain = await chainBefore(read, head.number);
  return (await walk(read, chain, head.number)) ?? whyEndFails(chain, head, head.number);
}

/** The chain up to the batch before a number, as its seal tells it. */
async function chainBefore(read: Read, number: bigint): Promise<Chain> {
  const seal = number === 1n ? undefined : await store.sealOf(read, number - 1n);
  return { number: number - 1n, toId: seal?.toId ?? 0n, hash: seal?.hash ?? start, rows: 0n };
}

/** Follows the seals up to a number, and moves `chain` past each that holds. */
async function walk(read: Read, chain: Chain, upTo: bigint): Promise<Broken | null> {
  for (;;) {
    const seals = (await store.sealsAfter(read, chain.number, sealsAtOnce)).filter((seal) => seal.number <= upTo);
    if (seals.length === 0) return null;
    for (let from = 0; from < seals.length; ) {
      const group = groupFrom(seals, from);
      const rows = await rowsOf(read, group);
      for (const seal of group) {
        const why = whySealFails(seal, chain) ?? whyRowsFail(seal, rows);
        if (why) return { batch: Number(chain.number + 1n), why };
        Object.assign(chain, { number: seal.number, toId: seal.toId, hash: seal.hash, rows: chain.rows + seal.rowCount });
      }
      from += group.length;
    }
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

function whySealFails(seal: Seal, chain: Chain): string | null {
  if (seal.number !== chain.number + 1n) return `seal ${chain.number + 1n} is missing`;
  if (!seal.hash.equals(hashOfSeal(seal))) return 'its seal was changed';
  if (!seal.previousHash.equals(chain.hash)) return 'its seal does not follow the one before';
  if (seal.fromId !== chain.toId + 1n || seal.toId - seal.fromId >= longestBatch)
    return 'its seal spans other numbers than the program seals';
  return null;
}

function whyRowsFail(seal: Seal, all: readonly TrailRow[]): string | null {
  const rows = all.filter((row) => row.id >= seal.fromId && row.id <= seal.toId);
  const difference = BigInt(rows.length) - seal.rowCount;
  if (difference < 0n) return `${-difference} of its ${seal.rowCount} rows are gone`;
  if (difference > 0n) return `${difference} rows were put in afterwards`;
  return hashOfRows(rows).equals(seal.rowsHash) ? null : 'a row was changed';
}

function whyEndFails(chain: Chain, head: store.Head, last: bigint): Broken | null {
  if (last > head.number) return { batch: Number(last), why: 'a seal was put in' };
  if (chain.number < head.number) return { batch: Number(chain.number + 1n), why: `seal ${chain.number + 1n} is missing` };
  const isEnd = chain.toId === head.toId && chain.hash.equals(head.hash);
  return isEnd ? null : { batch: Number(chain.number), why: 'the chain does not end where the program left it' };
}

async function whyKnownFails(read: Read, known: KnownHead | null): Promise<Broken | null> {
  if (!known) return null;
  const seal = await store.sealOf(read, known.number);
  if (!seal) return { batch: Number(known.number), why: 'the chain ends before the head that was kept' };
  return seal.hash.toString('hex') === known.hash ? null : { batch: Number(known.number), why: 'its hash is not the one that was kept' };
}
