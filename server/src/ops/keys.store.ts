// All SQL of the keys of staff.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { StaffRole } from './command.ts';

/** How many keys that the machine's own key made are open at most: those of the installation, from which all others come. */
export const mostOfMachine = 2;

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

/** How many keys the machine's own key has made, and how many of them are open. */
export async function keysOfMachine(read: Read): Promise<{ all: number; open: number }> {
  const rows = await read.selectFrom('ops_keys').select('ended_at').where('maker_id', 'is', null).execute();
  return { all: rows.length, open: rows.filter((row) => row.ended_at === null).length };
}

/** One at a time makes a key with the machine's own. */
export async function lockKeysOfMachine(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali keys of the machine'))`.execute(tx);
}

export type NamedKey = { id: string; addedAt: Temporal.Instant; isFirst: boolean };

/** The key that a name had last, open or ended. */
export async function keyNamed(read: Read, name: string): Promise<NamedKey | undefined> {
  return await read
    .selectFrom('ops_keys')
    .select(['id', 'added_at as addedAt', 'is_first as isFirst'])
    .where('name', '=', name)
    .orderBy((row) => row('ended_at', 'is', null), 'desc')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The key at which the line of a key's makers ends: one that the machine's own key made. */
export async function rootOf(read: Read, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`with recursive line as (
      select id, maker_id from ops_keys where id = ${id}
      union all select m.id, m.maker_id from ops_keys m join line on m.id = line.maker_id)
    select id from line where maker_id is null`.execute(read);
  const [row] = rows;
  if (!row) throw new Error('The makers of a key have no end.');
  return row.id;
}

type NewKey = {
  id: string;
  name: string;
  roles: readonly StaffRole[];
  tokenHash: Buffer;
  /** Real time. */
  madeAt: Temporal.Instant;
  /** Business time. */
  addedAt: Temporal.Instant;
  madeBy: string;
  /** The key that it is made with; null is the machine's own. */
  makerId: string | null;
  isFirst: boolean;
};

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
      added_at: key.addedAt,
      maker_id: key.makerId,
      is_first: key.isFirst,
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
