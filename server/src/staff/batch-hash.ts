// Hashes the trail's rows and batches. A verifier on another machine can compute the same hashes
// from an export of both tables.
import { createHash } from 'node:crypto';
import type { Chain, Link as LinkOf } from '#/platform/chain.ts';

/** The maximum number of trail numbers in a batch, used or not. */
export const longestBatch = 10_000n;

/** A stored row. `detail` is its JSON as PostgreSQL prints it. */
export type TrailRow = {
  id: bigint;
  at: Temporal.Instant;
  who: string;
  role: string | null;
  act: string;
  subject: string | null;
  reason: string | null;
  detail: string;
};

export type Batch = {
  number: bigint;
  fromId: bigint;
  toId: bigint;
  rowCount: bigint;
  rowsHash: Buffer;
};
export type Link = LinkOf<Batch>;

export const trailChain: Chain<Batch> = {
  fieldsOf: ({ number, fromId, toId, rowCount }) => [number, fromId, toId, rowCount].map(String),
  countOf: ({ rowCount }) => rowCount,
  words: { singular: 'a row', plural: 'rows', previous: 'the one before' },
};

/** Returns the SHA-256 of the rows, in order, each written as a JSON array on its own line. */
export function hashOfRows(rows: readonly TrailRow[]): Buffer {
  const hash = createHash('sha256');
  for (const { id, at, who, role, act, subject, reason, detail } of rows)
    hash.update(
      `${JSON.stringify([String(id), at.toString(), who, role, act, subject, reason, detail])}\n`,
    );
  return hash.digest();
}
