// Chains of seals. A seal has the number and the hash of the rows it covers, and is hashed into the next one: a change of a row needs every later seal to be
// made anew, which then differs from a head that was kept elsewhere. The trail is sealed in batches (staff/seal.ts), the books by days (ledger/seal.ts).
import { createHash } from 'node:crypto';

/** What the first seal follows. */
export const chainStart: Buffer = Buffer.alloc(32);

/** What is sealed, with the hash over its rows. */
type Facts = { rowsHash: Buffer };

/** All that a seal says; `sealedAt` is real time. */
type SealedFacts<F extends Facts> = F & { sealedAt: Temporal.Instant; previousHash: Buffer };
export type Seal<F extends Facts> = SealedFacts<F> & { hash: Buffer };

/** What differs between chains. */
export type Chain<F extends Facts> = {
  /** All that a seal says of its place and its rows but their hash, in the order in which it is hashed. */
  said: (facts: F) => string[];
  countOf: (facts: F) => bigint;
  /** What is sealed, in sentences: one of it, several, and the seal before. */
  words: { one: string; many: string; before: string };
};

/** Up to where a chain was followed: its last seal that holds, how many did, and the rows they cover. */
export type Followed<F extends Facts> = { last: Seal<F> | null; seals: number; rows: bigint };

/** A stored seal, and what is computed now for its place. */
export type Candidate<F extends Facts> = {
  /** Null where there is none. */
  seal: Seal<F> | null;
  /** A sentence where the seal itself does not fit its place. */
  whyNoPlace?: string | null;
  found: F;
  /** A sentence where the rows are what was sealed, and something else is not. */
  whyElse?: string | null;
};

export const nothingFollowed = { last: null, seals: 0, rows: 0n } as const;
export const missing = 'its seal is missing';

/** SHA-256 over all that a seal says, the hash of the one before included. */
export function hashOfSeal<F extends Facts>({ said }: Chain<F>, seal: SealedFacts<F>): Buffer {
  const all = [...said(seal), seal.sealedAt.toString(), seal.rowsHash.toString('hex'), seal.previousHash.toString('hex')];
  return createHash('sha256').update(JSON.stringify(all)).digest();
}

/** Seals one after the other, the first upon `previousHash`. */
export function sealInTurn<F extends Facts>(
  chain: Chain<F>,
  all: readonly F[],
  previousHash: Buffer,
  sealedAt: Temporal.Instant,
): Seal<F>[] {
  let before = previousHash;
  return all.map((facts) => {
    const said = { ...facts, sealedAt, previousHash: before };
    before = hashOfSeal(chain, said);
    return { ...said, hash: before };
  });
}

/** Goes on from `followed` past every candidate that holds, which it counts there. @returns why the next one does not; null where all do. */
export function follow<F extends Facts>(chain: Chain<F>, followed: Followed<F>, candidates: Iterable<Candidate<F>>): string | null {
  for (const { seal, whyNoPlace, found, whyElse } of candidates) {
    if (!seal) return missing;
    const why = whySealFails(chain, seal, followed.last) ?? whyNoPlace ?? whyRowsFail(chain, seal, found) ?? whyElse ?? null;
    if (why !== null) return why;
    Object.assign(followed, { last: seal, seals: followed.seals + 1, rows: followed.rows + chain.countOf(seal) });
  }
  return null;
}

function whySealFails<F extends Facts>(chain: Chain<F>, seal: Seal<F>, last: Seal<F> | null): string | null {
  if (!seal.hash.equals(hashOfSeal(chain, seal))) return 'its seal was changed';
  return seal.previousHash.equals(last?.hash ?? chainStart) ? null : `its seal does not follow ${chain.words.before}`;
}

function whyRowsFail<F extends Facts>({ countOf, said, words }: Chain<F>, seal: F, found: F): string | null {
  const difference = countOf(found) - countOf(seal);
  if (difference < 0n) return `${-difference} of its ${countOf(seal)} ${words.many} are gone`;
  if (difference > 0n) return `${difference} ${words.many} were put in afterwards`;
  const isSame = found.rowsHash.equals(seal.rowsHash) && said(found).join() === said(seal).join();
  return isSame ? null : `${words.one} was changed`;
}

/**
 * Why a chain that was followed to its last seal does not end where the program left it. `beyond` compares the last seal with the head: above 0 if it is
 * after the head, below 0 if it is before it.
 */
export function whyEndFails(beyond: number, isWhereItWasLeft: boolean): string | null {
  if (beyond > 0) return 'a seal was put in';
  if (beyond < 0) return missing;
  return isWhereItWasLeft ? null : 'the chain does not end where the program left it';
}

/** Why a seal is not the one whose hash was kept elsewhere, in hex. */
export function whyKeptFails(seal: { hash: Buffer }, kept: string): string | null {
  return seal.hash.toString('hex') === kept ? null : 'its hash is not the one that was kept';
}
