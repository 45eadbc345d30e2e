// Verifies the trail: recomputes its hash chain from the first row to the head.
import type { Read } from '#/db/database.ts';
import {
  type Candidate,
  chainStart,
  type Followed,
  follow,
  missing,
  nothingFollowed,
  whyEndFails,
  whyStoredFails,
} from '#/platform/chain.ts';
import {
  type Batch,
  hashOfRows,
  type Link,
  longestBatch,
  type TrailRow,
  trailChain,
} from './batch-hash.ts';
import * as store from './chain-trail.store.ts';

const linksAtOnce = 1000;
const rowsAtOnce = longestBatch;
/**
 * If a batch waits for longer than this, an open transaction is holding it up. The server's own
 * transactions never stay open for five minutes.
 */
const longMarkMs = 5 * 60_000;

/** A head that was stored on another machine. */
export type KnownHead = { number: bigint; hash: string };

export type Verdict = {
  batches: number;
  rows: number;
  /** Rows after the last batch. */
  unchainedRows: number;
  /** The first batch that does not match, with the reason; null if all match. */
  broken: { batch: number; reason: string } | null;
  /** Whether a batch has waited for more than five minutes. */
  isHeldUp: boolean;
};

type Progress = Followed<Batch>;

/** Verifies every batch, the chain's end and a head stored elsewhere, up to the first break. */
export async function verifyTrail(
  read: Read,
  wall: Temporal.Instant,
  known: KnownHead | null,
): Promise<Verdict> {
  // Read this before the head, because another server may move the head in between.
  const last = await store.lastLinkNumber(read);
  const head = await store.readHead(read);
  const progress: Progress = { ...nothingFollowed };
  const broken =
    (await followLinks(read, progress, head.number)) ??
    breakAtEnd(progress, head, last) ??
    (await whyKnownFails(read, known));
  const outside = await store.rowsOutside(read, head.toId);
  const before =
    outside.before > 0 ? { batch: 1, reason: 'there are rows before the first number' } : null;
  const waitsMs =
    head.markedTo !== null && head.markedAt !== null
      ? wall.epochMilliseconds - head.markedAt.epochMilliseconds
      : 0;
  return {
    batches: progress.links,
    rows: Number(progress.rows),
    unchainedRows: outside.after,
    broken: broken ?? before,
    isHeldUp: waitsMs > longMarkMs,
  };
}

/** Returns the chain's end, to be stored on another machine; null before the first batch. */
export async function headOfTrail(
  read: Read,
): Promise<{ number: number; hash: string; toId: number; chainedAt: string } | null> {
  const { number } = await store.readHead(read);
  const link = await store.linkOf(read, number);
  return link
    ? {
        number: Number(number),
        hash: link.hash.toString('hex'),
        toId: Number(link.toId),
        chainedAt: link.chainedAt.toString(),
      }
    : null;
}

export type Broken = NonNullable<Verdict['broken']>;

/**
 * Verifies a range of batches, starting at a number.
 * @returns the first break, and the number at which to continue (1 after the last batch)
 */
export async function verifyStretch(
  read: Read,
  from: bigint,
): Promise<{ broken: Broken | null; next: bigint }> {
  const links = await store.linksAfter(read, from - 1n, linksAtOnce);
  const last = groupFrom(links, 0).at(-1);
  if (!last) return { broken: null, next: 1n };
  const isEnd = last === links.at(-1) && links.length < linksAtOnce;
  return {
    broken: await followLinks(read, await progressBefore(read, from), last.number),
    next: isEnd ? 1n : last.number + 1n,
  };
}

/** Verifies the last batch and that the head refers to it. @returns the break, or null */
export async function whyHeadFails(read: Read, head: store.Head): Promise<Broken | null> {
  if (head.number === 0n) return null;
  const progress = await progressBefore(read, head.number);
  return (
    (await followLinks(read, progress, head.number)) ?? breakAtEnd(progress, head, head.number)
  );
}

/** Returns the progress of a verification that has reached the batch before `number`. */
async function progressBefore(read: Read, number: bigint): Promise<Progress> {
  return {
    ...nothingFollowed,
    last: (number > 1n && (await store.linkOf(read, number - 1n))) || null,
  };
}

const numberOf = ({ last }: Progress) => last?.number ?? 0n;

/** Follows the links up to number `upTo`, and advances `progress` past each matching link. */
async function followLinks(read: Read, progress: Progress, upTo: bigint): Promise<Broken | null> {
  for (;;) {
    const links = (await store.linksAfter(read, numberOf(progress), linksAtOnce)).filter(
      (link) => link.number <= upTo,
    );
    if (links.length === 0) return null;
    for (let from = 0; from < links.length; ) {
      const group = groupFrom(links, from);
      const fault = follow(
        trailChain,
        progress,
        candidates(group, await rowsOf(read, group), progress),
      );
      if (fault) return breakAt(numberOf(progress) + 1n, fault);
      from += group.length;
    }
  }
}

/**
 * Yields each link with its rows. Each link is compared with the end of `progress`, which the
 * caller advances after each link.
 */
function* candidates(
  links: readonly Link[],
  all: readonly TrailRow[],
  progress: Progress,
): Generator<Candidate<Batch>> {
  for (const link of links) {
    const isNext = link.number === numberOf(progress) + 1n;
    const isInPlace =
      link.fromId === (progress.last?.toId ?? 0n) + 1n && link.toId - link.fromId < longestBatch;
    const rows = all.filter((row) => row.id >= link.fromId && row.id <= link.toId);
    yield {
      link: isNext ? link : null,
      whyNoPlace: isInPlace
        ? null
        : 'its link spans numbers that the server never puts in one batch',
      computed: { ...link, rowCount: BigInt(rows.length), rowsHash: hashOfRows(rows) },
    };
  }
}

/** Returns consecutive links (at least one) whose rows can be read together. */
function groupFrom(links: readonly Link[], from: number): Link[] {
  const first = links[from]?.fromId ?? 0n;
  const tooFar = links.findIndex((link, at) => at > from && link.toId - first >= rowsAtOnce);
  return links.slice(from, tooFar < 0 ? links.length : tooFar);
}

async function rowsOf(read: Read, group: readonly Link[]): Promise<TrailRow[]> {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || last.toId - first.fromId >= rowsAtOnce) return [];
  return await store.rowsBetween(read, first.fromId, last.toId);
}

function breakAt(batch: bigint, fault: string): Broken {
  return { batch: Number(batch), reason: fault === missing ? `link ${batch} is missing` : fault };
}

function breakAtEnd(progress: Progress, head: store.Head, last: bigint): Broken | null {
  const end = numberOf(progress);
  const beyond = last > head.number ? 1 : end < head.number ? -1 : 0;
  const isAtHead =
    (progress.last?.toId ?? 0n) === head.toId &&
    (progress.last?.hash ?? chainStart).equals(head.hash);
  const fault = whyEndFails(beyond, isAtHead);
  return fault === null ? null : breakAt(beyond > 0 ? last : beyond < 0 ? end + 1n : end, fault);
}

async function whyKnownFails(read: Read, known: KnownHead | null): Promise<Broken | null> {
  if (!known) return null;
  const link = await store.linkOf(read, known.number);
  const fault = link ? whyStoredFails(link, known.hash) : 'the chain ends before the stored head';
  return fault === null ? null : breakAt(known.number, fault);
}
