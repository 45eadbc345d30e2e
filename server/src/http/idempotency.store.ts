// All SQL of idempotency keys: which request ids are taken, and the answer that each has got.
import { type Code, successCode } from '@sandali/contract/codes.ts';
import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type Given, onePart, readPart } from '#/db/snapshot.ts';

/**
 * A request id of whoever it belongs to: a borrower, or the device of somebody who has not logged
 * in.
 */
export type Key = { scope: string; requestId: string };
export const scopeOfBorrower = (borrowerId: string) => `b:${borrowerId}`;
export const scopeOfDevice = (deviceId: string) => `d:${deviceId}`;
export const isAnonymous = (scope: string) => scope.startsWith('d:');

export type Kept = { code: string; ids: unknown; input_hash: Buffer; call: string };
const columns = ['code', 'ids', 'input_hash', 'call'] as const;

export async function findKept(db: Read, key: Key): Promise<Kept | null> {
  return await readPart(db, keptOfKeyPart, key);
}

/** What the request id of a key was answered, or null. */
export const keptOfKeyPart = onePart(
  (db, { scope, requestId }: Given<Key>) => selectKept(db, scope, requestId),
  (row): Kept | null => row,
);

/** The same for a borrower whose session leads what is read. */
export const keptPart = onePart(
  (db, { borrowerId, requestId }: Given<{ borrowerId: string; requestId: string }>) =>
    selectKept(db, sql<string>`'b:' || ${borrowerId}::text`, requestId),
  (row): Kept | null => row,
);

function selectKept(db: Read, scope: Expression<string>, requestId: Expression<string>) {
  return db
    .selectFrom('idempotency_keys')
    .select(columns)
    .where('scope', '=', scope)
    .where('request_id', '=', requestId);
}

/** What is kept of an answer: its code, and ids or the values of a refusal. */
export type Answer = { code: Code | typeof successCode; ids: object };
type Asked = Key & { call: string; inputHash: Buffer; at: Temporal.Instant };

/**
 * Takes an id for this transaction; a second request with it waits here until the first has ended,
 * and fails (`isTaken`).
 */
export async function claimKey(tx: Tx, asked: Asked): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({ ...valuesOf(asked), code: successCode })
    .execute();
}

/** Keeps what the request of an id that was claimed was answered. */
export async function setAnswer(
  tx: Tx,
  { scope, requestId }: Key,
  { code, ids }: Answer,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ code, ids: JSON.stringify(ids) })
    .where('scope', '=', scope)
    .where('request_id', '=', requestId)
    .execute();
}

/** Takes an id and keeps its answer at once; fails where the id is taken (`isTaken`). */
export function insertAnswer(db: Read, asked: Asked, { code, ids }: Answer): CompiledQuery {
  return db
    .insertInto('idempotency_keys')
    .values({ ...valuesOf(asked), code, ids: JSON.stringify(ids) })
    .compile();
}

/** When the newest answer was given; null where there is none. */
export async function newestAnswerAt(db: Read): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(({ fn }) => fn.max('made_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Whether a write failed because somebody else took its request id first. */
export function isTaken(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string };
  return code === uniqueViolation && table === 'idempotency_keys';
}
/** SQLSTATE unique_violation. */
const uniqueViolation = '23505';

function valuesOf({ scope, requestId, call, inputHash, at }: Asked) {
  return { scope, request_id: requestId, call, input_hash: inputHash, made_at: at };
}
