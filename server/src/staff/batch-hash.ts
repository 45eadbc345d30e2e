// The hashes of a row of the trail and of a batch. A verifier elsewhere computes the same from an
// export of both tables.
import { createHash } from 'node:crypto';
import type { Chain, Link as LinkOf } from '#/platform/chain.ts';

/** Numbers a batch spans at most; more that waits goes into the next. */
export const longestBatch = 10_000n;

/** A row as the database holds it; `detail` is the text that PostgreSQL makes of it. */
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
  said: ({ number, fromId, toId, rowCount }) => [number, fromId, toId, rowCount].map(String),
  countOf: ({ rowCount }) => rowCount,
  words: { one: 'a row', many: 'rows', before: 'the one before' },
};

/** SHA-256 over the rows in the order of their numbers, a JSON array a line. */
export function hashOfRows(rows: readonly TrailRow[]): Buffer {
  const hash = createHash('sha256');
  for (const { id, at, who, role, act, subject, reason, detail } of rows)
    hash.update(
      `${JSON.stringify([String(id), at.toString(), who, role, act, subject, reason, detail])}\n`,
    );
  return hash.digest();
}
