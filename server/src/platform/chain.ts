// Hash chains. A link has the number and the hash of the rows it covers, and is hashed into the
// next one: a change of a row needs every later link to be made anew, which then differs from a
// head that was kept elsewhere. The trail is chained in batches (staff/chain-trail.ts), the books
// by days (ledger/chain-days.ts).
import { sha256 } from './seal.ts';

/** What the first link follows. */
export const chainStart: Buffer = Buffer.alloc(32);

/** What is chained, with the hash over its rows. */
type Facts = { rowsHash: Buffer };

/** All that a link says; `chainedAt` is real time. */
type ChainedFacts<F extends Facts> = F & { chainedAt: Temporal.Instant; previousHash: Buffer };
export type Link<F extends Facts> = ChainedFacts<F> & { hash: Buffer };

/** What differs between chains. */
export type Chain<F extends Facts> = {
  /**
   * All that a link says of its place and its rows but their hash, in the order in which it is
   * hashed.
   */
  said: (facts: F) => string[];
  countOf: (facts: F) => bigint;
  /** What is chained, in sentences: one of it, several, and the link before. */
  words: { one: string; many: string; before: string };
};

/**
 * Up to where a chain was followed: its last link that holds, how many did, and the rows they
 * cover.
 */
export type Followed<F extends Facts> = { last: Link<F> | null; links: number; rows: bigint };

/** A stored link, and what is computed now for its place. */
export type Candidate<F extends Facts> = {
  /** Null where there is none. */
  link: Link<F> | null;
  /** A sentence where the link itself does not fit its place. */
  whyNoPlace?: string | null;
  found: F;
  /** A sentence where the rows are what was chained, and something else is not. */
  whyElse?: string | null;
};

export const nothingFollowed = { last: null, links: 0, rows: 0n } as const;
export const missing = 'its link is missing';

/** SHA-256 over all that a link says, the hash of the one before included. */
export function hashOfLink<F extends Facts>({ said }: Chain<F>, link: ChainedFacts<F>): Buffer {
  const all = [
    ...said(link),
    link.chainedAt.toString(),
    link.rowsHash.toString('hex'),
    link.previousHash.toString('hex'),
  ];
  return sha256(JSON.stringify(all));
}

/** Makes links one after the other, the first upon `previousHash`. */
export function linkInTurn<F extends Facts>(
  chain: Chain<F>,
  all: readonly F[],
  previousHash: Buffer,
  chainedAt: Temporal.Instant,
): Link<F>[] {
  let before = previousHash;
  return all.map((facts) => {
    const said = { ...facts, chainedAt, previousHash: before };
    before = hashOfLink(chain, said);
    return { ...said, hash: before };
  });
}

/**
 * Goes on from `followed` past every candidate that holds, which it counts there.
 * @returns why the next one does not; null where all do.
 */
export function follow<F extends Facts>(
  chain: Chain<F>,
  followed: Followed<F>,
  candidates: Iterable<Candidate<F>>,
): string | null {
  for (const { link, whyNoPlace, found, whyElse } of candidates) {
    if (!link) return missing;
    const why =
      whyLinkFails(chain, link, followed.last) ??
      whyNoPlace ??
      whyRowsFail(chain, link, found) ??
      whyElse ??
      null;
    if (why !== null) return why;
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
    : `its link does not follow ${chain.words.before}`;
}

function whyRowsFail<F extends Facts>(
  { countOf, said, words }: Chain<F>,
  link: F,
  found: F,
): string | null {
  const difference = countOf(found) - countOf(link);
  if (difference < 0n) return `${-difference} of its ${countOf(link)} ${words.many} are gone`;
  if (difference > 0n) return `${difference} ${words.many} were put in afterwards`;
  const isSame = found.rowsHash.equals(link.rowsHash) && said(found).join() === said(link).join();
  return isSame ? null : `${words.one} was changed`;
}

/**
 * Why a chain that was followed to its last link does not end where the program left it. `beyond`
 * compares the last link with the head: above 0 if it is after the head, below 0 if it is before
 * it.
 */
export function whyEndFails(beyond: number, isWhereItWasLeft: boolean): string | null {
  if (beyond > 0) return 'a link was put in';
  if (beyond < 0) return missing;
  return isWhereItWasLeft ? null : 'the chain does not end where the program left it';
}

/** Why a link is not the one whose hash was kept elsewhere, in hex. */
export function whyKeptFails(link: { hash: Buffer }, kept: string): string | null {
  return link.hash.toString('hex') === kept ? null : 'its hash is not the one that was kept';
}
