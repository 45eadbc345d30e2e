// All SQL for idempotency keys: request ids and their stored responses.
import type { Code, successCode } from '@sandali/contract/codes.ts';
import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { type Given, onePart, readPart } from '#/db/snapshot.ts';

/** A request id in the scope of its borrower or, without a login, of its device. */
export type Key = { scope: string; requestId: string };
export const scopeOfBorrower = (borrowerId: string) => `b:${borrowerId}`;
export const scopeOfDevice = (deviceId: string) => `d:${deviceId}`;
export const isAnonymous = (scope: string) => scope.startsWith('d:');

export type Kept = { code: string; ids: unknown; input_hash: Buffer; call: string };
const columns = ['code', 'ids', 'input_hash', 'call'] as const;

export async function findKept(db: Read, key: Key): Promise<Kept | null> {
  return await readPart(db, keptOfKeyPart, key);
}

/** The stored response for a key, or null. */
export const keptOfKeyPart = onePart(
  (db, { scope, requestId }: Given<Key>) => selectKept(db, scope, requestId),
  (row): Kept | null => row,
);

/** The stored response for a request id that the session's borrower sent, or null. */
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

/**
 * The part of a write's response that is stored permanently: ids and codes, never personal data.
 */
export type Ids = Record<string, string | number | boolean | null>;

/** The stored part of a response: its code, and either its ids or its refusal's values. */
export type Answer = { code: Code | typeof successCode; ids: object };
/** A write's request id, and the hash of its input. */
type Request = Key & { call: string; inputHash: Buffer; at: Temporal.Instant };

/**
 * Stores the response of a request id; fails if the id is taken (`isTaken`). A concurrent request
 * with the same id waits here until the other transaction ends.
 */
export function insertAnswer(db: Read, request: Request, { code, ids }: Answer): CompiledQuery {
  return db
    .insertInto('idempotency_keys')
    .values({
      scope: request.scope,
      request_id: request.requestId,
      call: request.call,
      input_hash: request.inputHash,
      code,
      ids: JSON.stringify(ids),
      made_at: request.at,
    })
    .compile();
}

/** Returns the time of the newest stored response; null if none is stored. */
export async function newestAnswerAt(db: Read): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(({ fn }) => fn.max('made_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Whether a write failed because a copy of its request stored the response first. */
export function isTaken(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string };
  return code === uniqueViolation && table === 'idempotency_keys';
}
const uniqueViolation = '23505';
