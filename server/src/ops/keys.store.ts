// All SQL of the keys of staff.
import type { Read, Tx } from '#/db/database.ts';
import type { StaffRole } from './command.ts';

export type KeyRow = { id: string; name: string; roles: StaffRole[]; endedAt: Temporal.Instant | null };
export type KeyLine = KeyRow & { madeAt: Temporal.Instant; madeBy: string; endedBy: string | null };

/** The key that hashes to this, open or ended. */
export async function keyByHash(read: Read, tokenHash: Buffer): Promise<KeyRow | undefined> {
  const row = await read
    .selectFrom('ops_keys')
    .select(['id', 'name', 'roles', 'ended_at as endedAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && { ...row, roles: row.roles as StaffRole[] };
}

/** Whether anybody has an open key with a role. */
export async function hasOpenKey(read: Read, role: StaffRole): Promise<boolean> {
  const rows = await read.selectFrom('ops_keys').select('roles').where('ended_at', 'is', null).execute();
  return rows.some((row) => row.roles.includes(role));
}

type NewKey = { id: string; name: string; roles: readonly StaffRole[]; tokenHash: Buffer; madeAt: Temporal.Instant; madeBy: string };

/** Adds a key; false where its name has an open one, also when that was added a moment ago. */
export async function insertKey(tx: Tx, key: NewKey): Promise<boolean> {
  const row = await tx
    .insertInto('ops_keys')
    .values({
      id: key.id,
      name: key.name,
      roles: [...key.roles],
      token_hash: key.tokenHash,
      made_at: key.madeAt,
      made_by: key.madeBy,
    })
    .onConflict((clash) => clash.column('name').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the open key of a name; its id, or null where there is none. */
export async function endKey(tx: Tx, name: string, by: { at: Temporal.Instant; who: string }): Promise<string | null> {
  const row = await tx
    .updateTable('ops_keys')
    .set({ ended_at: by.at, ended_by: by.who })
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** All keys there ever were, open ones first, then by name. */
export async function allKeys(read: Read): Promise<KeyLine[]> {
  const rows = await read
    .selectFrom('ops_keys')
    .select(['id', 'name', 'roles', 'made_at as madeAt', 'made_by as madeBy', 'ended_at as endedAt', 'ended_by as endedBy'])
    .orderBy((row) => row('ended_at', 'is not', null))
    .orderBy('name')
    .orderBy('made_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, roles: row.roles as StaffRole[] }));
}
