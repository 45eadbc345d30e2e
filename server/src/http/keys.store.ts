// All SQL for envelope keys.
import type { KeyObject } from 'node:crypto';
import type { KeyList } from '@sandali/contract/init.ts';
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Sealer } from '#/platform/seal.ts';

/** A stored key, and the signed list that begins with it. */
export type StoredKey = {
  kid: string;
  from: Temporal.Instant;
  until: Temporal.Instant;
  storedAt: Temporal.Instant;
  /** A `KeyList` as JSON. */
  list: string;
  sealed: Buffer;
};

/** A key to store: the newest of its list. */
export type NewKey = { list: KeyList; privateKey: KeyObject };

/** Returns all keys, earliest first. */
export async function storedKeys(read: Read): Promise<StoredKey[]> {
  return await read
    .selectFrom('envelope_keys')
    .select([
      'kid',
      'valid_from as from',
      'valid_until as until',
      'stored_at as storedAt',
      'list',
      'private_key_sealed as sealed',
    ])
    .orderBy('valid_from')
    .orderBy('stored_at')
    .orderBy('kid')
    .execute();
}

/** Stores the keys that are not stored yet. @returns their number */
export async function storeKeys(
  db: Read,
  sealer: Sealer,
  keys: readonly NewKey[],
  wall: Temporal.Instant,
): Promise<number> {
  const rows = keys.flatMap(({ list, privateKey }) =>
    list.keys.slice(0, 1).map(({ kid, from, until }) => ({
      kid,
      valid_from: Temporal.Instant.from(from),
      valid_until: Temporal.Instant.from(until),
      list: JSON.stringify(list),
      private_key_sealed: sealer.sealBytes(
        'envelope key',
        kid,
        privateKey.export({ type: 'pkcs8', format: 'der' }),
      ),
      stored_at: wall,
    })),
  );
  if (rows.length === 0) return 0;
  const inserted = await db
    .insertInto('envelope_keys')
    .values(rows)
    .onConflict((clash) => clash.column('kid').doNothing())
    .returning('kid')
    .execute();
  return inserted.length;
}

/** Deletes expired keys, but none if the clock seems wrong. */
export async function deleteExpired(db: Read, wall: Temporal.Instant): Promise<void> {
  await sql`select erase_ended_envelope_keys(${wall})`.execute(db);
}

/** Locks minting until the transaction ends, so that one server mints at a time. */
export async function lockMinting(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali envelope keys'))`.execute(tx);
}
