// All SQL of the keys of staff.
import { sql } from 'kysely';
import type { NamedKey } from '#/commands/approvals.store.ts';
import type { StaffRole } from '#/commands/command.ts';
import type { Read, Tx } from '#/db/database.ts';

/** How many keys that the machine's own key made are open at most: those of the installation, from which all others come. */
export const mostOfMachine = 2;

export type KeyRow = { id: string; name: string; roles: StaffRole[]; endedAt: Temporal.Instant | null };
export type KeyLine = KeyRow & { madeAt: Temporal.Instant; madeBy: string; endedBy: string | null };

/** The key that hashes to this, open or ended. */
export async function keyByHash(read: Read, tokenHash: Buffer): Promise<KeyRow | undefined> {
  const row = await read
    .selectFrom('staff_keys')
    .select(['id', 'name', 'roles', 'ended_at as endedAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && { ...row, roles: row.roles as StaffRole[] };
}

/** How many keys the machine's own key has made, and how many of them are open. */
export async function keysOfMachine(read: Read): Promise<{ all: number; open: number }> {
  const rows = await read.selectFrom('staff_keys').select('ended_at').where('maker_id', 'is', null).execute();
  return { all: rows.length, open: rows.filter((row) => row.ended_at === null).length };
}

/** One at a time proposes, confirms or makes a key. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali keys of staff'))`.execute(tx);
}

/** The key that a name had last, open or ended. */
export async function keyNamed(read: Read, name: string): Promise<NamedKey | undefined> {
  return await read
    .selectFrom('staff_keys')
    .select(['id', 'added_at as addedAt', 'is_first as isFirst', 'ended_at as endedAt'])
    .where('name', '=', name)
    .orderBy((row) => row('ended_at', 'is', null), 'desc')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Moments of a new key: real time, and business time. */
export type Added = { id: string; wall: Temporal.Instant; now: Temporal.Instant };

/** Adds the key of a confirmed approval, unchanged. The database accepts no other. */
export async function addApprovedKey(tx: Tx, approvalId: string, { id, wall, now }: Added): Promise<void> {
  await sql`select add_approved_key(${id}, ${approvalId}, ${wall}, ${now})`.execute(tx);
}

/** Adds one of the two keys that the machine's own key may have open. */
export async function addKeyOfInstallation(
  tx: Tx,
  key: Added & { name: string; roles: readonly StaffRole[]; tokenHash: Buffer; who: string },
): Promise<void> {
  const { id, name, roles, tokenHash, wall, who, now } = key;
  await sql`select add_key_of_installation(${id}, ${name}, ${[...roles]}::text[], ${tokenHash}, ${wall}, ${who}, ${now})`.execute(tx);
}

/** Open keys that the audit log lacks, or has with another hash, by name. */
export async function keysOutsideTrail(read: Read): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select k.name from staff_keys k where not exists (
      select from audit_log a where a.subject = k.id::text and a.act = 'ops staff add' and a.detail ->> 'outcome' = 'added'
        and a.detail ->> 'name' = k.name and a.detail ->> 'hash' = encode(k.token_hash, 'hex')
        and a.detail -> 'roles' = to_jsonb(k.roles))
    or k.ended_at is null and exists (select from audit_log a where a.subject = k.id::text and a.act = 'ops staff end')
    order by k.name`.execute(read);
  return rows.map(({ name }) => name);
}

/** Ends the open key of a name; its id, or null where there is none. */
export async function endKey(tx: Tx, name: string, by: { at: Temporal.Instant; who: string }): Promise<string | null> {
  const row = await tx
    .updateTable('staff_keys')
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
    .selectFrom('staff_keys')
    .select(['id', 'name', 'roles', 'made_at as madeAt', 'made_by as madeBy', 'ended_at as endedAt', 'ended_by as endedBy'])
    .orderBy((row) => row('ended_at', 'is not', null))
    .orderBy('name')
    .orderBy('made_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, roles: row.roles as StaffRole[] }));
}

export type KeyWish = { name: string; roles: readonly string[]; tokenHash: Buffer };

/** The facts of a proposed key. */
export async function insertKeyProposal(tx: Tx, approvalId: string, { name, roles, tokenHash }: KeyWish): Promise<void> {
  await tx
    .insertInto('staff_key_proposals')
    .values({ approval_id: approvalId, name, roles: [...roles], token_hash: tokenHash })
    .execute();
}

export type KeyProposal = KeyWish & { id: string; proposedBy: string; proposedAt: Temporal.Instant; lapsesAt: Temporal.Instant };

/** The keys that wait for a second person, by name, or that of one name. */
export async function openKeyProposals(read: Read, name?: string): Promise<KeyProposal[]> {
  let query = read
    .selectFrom('staff_key_proposals as p')
    .innerJoin('approvals as a', 'a.id', 'p.approval_id')
    .select(['a.id', 'a.proposed_by as proposedBy', 'a.proposed_at as proposedAt', 'a.expires_at as lapsesAt'])
    .select(['p.name', 'p.roles', 'p.token_hash as tokenHash'])
    .where('a.state', '=', 'open')
    .orderBy('p.name');
  if (name !== undefined) query = query.where('p.name', '=', name);
  return await query.$narrowType<{ lapsesAt: Temporal.Instant }>().execute();
}
