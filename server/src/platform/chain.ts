// Hash chains of the trail (staff/chain-trail.ts) and the books (ledger/chain-days.ts). Each link
// is hashed into the next. If a row was changed, the chain no longer ends with the head hash that
// is stored elsewhere.
import { sha256 } from './seal.ts';

/** The value that stands for the previous hash in the first link. */
export const chainStart: Buffer = Buffer.alloc(32);

/** A link's facts, including the hash of its rows. */
type Facts = { rowsHash: Buffer };

/** Everything that a link's hash covers; `chainedAt` is wall time. */
type ChainedFacts<F extends Facts> = F & { chainedAt: Temporal.Instant; previousHash: Buffer };
export type Link<F extends Facts> = ChainedFacts<F> & { hash: Buffer };

/** What differs between the kinds of chains. */
export type Chain<F extends Facts> = {
  /**
   * Returns a link's position and its facts, except the hash of its rows, in the order in which
   * they are hashed.
   */
  fieldsOf: (facts: F) => string[];
  countOf: (facts: F) => bigint;
  /** Words for messages: a chained item in singular and plural, and the previous link. */
  words: { singular: string; plural: string; previous: string };
};

/**
 * The progress of a check: the last valid link, the number of valid links, and the number of their
 * rows.
 */
export type Followed<F extends Facts> = { last: Link<F> | null; links: number; rows: bigint };

/** A stored link, and the facts recomputed for its position. */
export type Candidate<F extends Facts> = {
  /** Null if the link is missing. */
  link: Link<F> | null;
  /** As a sentence, why the link does not fit its position. */
  whyNoPlace?: string | null;
  computed: F;
  /** As a sentence, what else differs although the rows are unchanged. */
  whyElse?: string | null;
};

export const nothingFollowed = { last: null, links: 0, rows: 0n } as const;
export const missing = 'its link is missing';

/** Returns the SHA-256 over all facts of a link, including the previous link's hash. */
export function hashOfLink<F extends Facts>({ fieldsOf }: Chain<F>, link: ChainedFacts<F>): Buffer {
  const facts = [
    ...fieldsOf(link),
    link.chainedAt.toString(),
    link.rowsHash.toString('hex'),
    link.previousHash.toString('hex'),
  ];
  return sha256(JSON.stringify(facts));
}

/** Creates consecutive links; the first follows `previousHash`. */
export function linkInTurn<F extends Facts>(
  chain: Chain<F>,
  all: readonly F[],
  previousHash: Buffer,
  chainedAt: Temporal.Instant,
): Link<F>[] {
  let before = previousHash;
  return all.map((facts) => {
    const chained = { ...facts, chainedAt, previousHash: before };
    before = hashOfLink(chain, chained);
    return { ...chained, hash: before };
  });
}

/**
 * Checks the candidates after `followed` and adds the valid ones to `followed`.
 * @returns why the first invalid candidate fails; null if all are valid.
 */
export function follow<F extends Facts>(
  chain: Chain<F>,
  followed: Followed<F>,
  candidates: Iterable<Candidate<F>>,
): string | null {
  for (const { link, whyNoPlace, computed, whyElse } of candidates) {
    if (!link) return missing;
    const failure =
      whyLinkFails(chain, link, followed.last) ??
      whyNoPlace ??
      whyRowsFail(chain, link, computed) ??
      whyElse ??
      null;
    if (failure !== null) return failure;
    Object.assign(followed, {
      last: link,
      links: followed.links + 1,
      rows: followed.rows + chain.countOf(link),
    });
  }
  return null;
}

function whyLinkFails<F extends Facts>(
  chain: Chain<F>,
  link: Link<F>,
  last: Link<F> | null,
): string | null {
  if (!link.hash.equals(hashOfLink(chain, link))) return 'its link was changed';
  return link.previousHash.equals(last?.hash ?? chainStart)
    ? null
    : `its link does not follow ${chain.words.previous}`;
}

function whyRowsFail<F extends Facts>(
  { countOf, fieldsOf, words }: Chain<F>,
  link: F,
  computed: F,
): string | null {
  const difference = countOf(computed) - countOf(link);
  if (difference < 0n) return `${-difference} of its ${countOf(link)} ${words.plural} are gone`;
  if (difference > 0n) return `${difference} ${words.plural} were inserted later`;
  const isSame =
    computed.rowsHash.equals(link.rowsHash) && fieldsOf(computed).join() === fieldsOf(link).join();
  return isSame ? null : `${words.singular} was changed`;
}

/**
 * Returns why a chain does not end at its head; null if it does. `beyond` is above 0 if the last
 * link comes after the head, below 0 if it comes before.
 */
export function whyEndFails(beyond: number, isAtHead: boolean): string | null {
  if (beyond > 0) return 'a link was inserted';
  if (beyond < 0) return missing;
  return isAtHead ? null : 'the chain does not end at its head';
}

/**
 * Returns an error message if a link's hash differs from `stored`, the hex hash stored elsewhere;
 * otherwise null.
 */
export function whyStoredFails(link: { hash: Buffer }, stored: string): string | null {
  return link.hash.toString('hex') === stored ? null : 'its hash differs from the stored one';
}
