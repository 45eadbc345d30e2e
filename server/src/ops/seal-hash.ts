// What a row of the trail and a seal hash to. Whoever checks the trail elsewhere computes the same from an export of both tables.
import { createHash } from 'node:crypto';

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

export type Seal = {
  number: bigint;
  fromId: bigint;
  toId: bigint;
  rowCount: bigint;
  /** Real time. */
  sealedAt: Temporal.Instant;
  rowsHash: Buffer;
  previousHash: Buffer;
  hash: Buffer;
};

/** SHA-256 over the rows in the order of their numbers, a JSON array a line. */
export function hashOfRows(rows: readonly TrailRow[]): Buffer {
  const hash = createHash('sha256');
  for (const { id, at, who, role, act, subject, reason, detail } of rows)
    hash.update(`${JSON.stringify([String(id), at.toString(), who, role, act, subject, reason, detail])}\n`);
  return hash.digest();
}

/** SHA-256 over all that a seal says, the hash of the one before included. */
export function hashOfSeal(seal: Omit<Seal, 'hash'>): Buffer {
  const { number, fromId, toId, rowCount, sealedAt, rowsHash, previousHash } = seal;
  const said = [
    ...[number, fromId, toId, rowCount].map(String),
    sealedAt.toString(),
    rowsHash.toString('hex'),
    previousHash.toString('hex'),
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest();
}
