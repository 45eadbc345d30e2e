// All SQL for staff keys.
import { sql } from 'kysely';
import { type NamedKey, namedKeys } from '#/commands/approvals.store.ts';
import type { StaffRole } from '#/commands/command.ts';
import type { Read, Tx } from '#/db/database.ts';

/**
 * The maximum number of open keys that the machine's own key may add. Their holders add all other
 * keys.
 */
export const mostOfMachine = 2;

type KeyRow = {
  id: string;
  name: string;
  roles: StaffRole[];
  endedAt: Temporal.Instant | null;
};
/** `suspendedBy` is null unless the key is suspended. */
export type KeyLine = KeyRow & {
  madeAt: Temporal.Instant;
  madeBy: string;
  /** When the key was added, in business time. */
  addedAt: Temporal.Instant;
  /** Whether the machine's own key added it. Such a key confirms at once. */
  isFirst: boolean;
  endsAt: Temporal.Instant;
  endedBy: string | null;
  suspendedBy: string | null;
};

/**
 * `endsAt`: when this key expires, in wall time. `isReplaced`: whether a newer key of the same
 * person has been used. `isUsed`: whether this key has been used.
 */
export type PresentedKey = KeyRow & {
  isSuspended: boolean;
  endsAt: Temporal.Instant;
  isReplaced: boolean;
  isUsed: boolean;
};

/** Returns the key with this hash, whether active, suspended, replaced or revoked. */
export async function keyByHash(read: Read, tokenHash: Buffer): Promise<PresentedKey | undefined> {
  const row = await read
    .selectFrom('staff_key_hashes as h')
    .innerJoin('staff_keys as k', 'k.id', 'h.key_id')
    .select(['k.id', 'k.name', 'k.roles', 'k.ended_at as endedAt'])
    .select(['h.ends_at as endsAt', 'h.is_replaced as isReplaced', 'h.used_at as usedAt'])
    .select(sql<boolean>`is_suspended(k.id)`.as('isSuspended'))
    .where('h.token_hash', '=', tokenHash)
    .$narrowType<{ endsAt: Temporal.Instant; isReplaced: boolean }>()
    .executeTakeFirst();
  if (!row) return undefined;
  const { usedAt, ...key } = row;
  return { ...key, roles: key.roles as StaffRole[], isUsed: usedAt !== null };
}

/**
 * Replaces a person's key. The database requires the key itself as proof.
 * @returns when the new key expires
 */
export async function renewKey(
  tx: Tx,
  of: { keyText: string; newHash: Buffer; wall: Temporal.Instant },
): Promise<Temporal.Instant> {
  const { rows } = await sql<{ endsAt: Temporal.Instant }>`select
    renew_staff_key(${of.keyText}, ${of.newHash}, ${of.wall}) as "endsAt"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A renewed key has no expiry.');
  return row.endsAt;
}

/** Records the first use of a renewed key, after which the previous key is refused. */
export async function recordFirstUse(
  db: Read,
  tokenHash: Buffer,
  wall: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('staff_key_renewals')
    .set({ used_at: wall })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Counts the keys that the machine's key has added, and how many of them are active at this wall
 * time.
 */
export async function keysOfMachine(
  read: Read,
  wall: Temporal.Instant,
): Promise<{ all: number; open: number }> {
  const rows = await namedKeys(read).where('maker_id', 'is', null).execute();
  const isOpen = (row: (typeof rows)[number]) =>
    !row.endedAt && !row.isSuspended && Temporal.Instant.compare(row.endsAt, wall) > 0;
  return { all: rows.length, open: rows.filter(isOpen).length };
}

/** Takes the lock that is held while keys are proposed, confirmed and added. */
export async function lockKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali keys of staff'))`.execute(tx);
}

/** Returns the key with this name: the current one, otherwise the newest one that was revoked. */
export async function keyNamed(read: Read, name: string): Promise<NamedKey | undefined> {
  return await namedKeys(read)
    .where('name', '=', name)
    .orderBy((row) => row('ended_at', 'is', null), 'desc')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the roles of the person with this name; null without a valid key at this wall time. */
export async function rolesOfName(
  read: Read,
  name: string,
  wall: Temporal.Instant,
): Promise<readonly StaffRole[] | null> {
  const row = await namedKeys(read)
    .select('roles')
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const isValid = row && !row.isSuspended && Temporal.Instant.compare(row.endsAt, wall) > 0;
  return isValid ? (row.roles as StaffRole[]) : null;
}

/** The id of a new key, and when it was added, in wall time and in business time. */
export type Added = { id: string; wall: Temporal.Instant; now: Temporal.Instant };

/** Adds a key exactly as it was approved. The database accepts no other keys. */
export async function addApprovedKey(
  tx: Tx,
  approvalId: string,
  { id, wall, now }: Added,
): Promise<void> {
  await sql`select add_approved_key(${id}, ${approvalId}, ${wall}, ${now})`.execute(tx);
}

/** Adds one of the two keys that the machine's own key may have open. */
export async function addKeyOfInstallation(
  tx: Tx,
  key: Added & { name: string; roles: readonly StaffRole[]; tokenHash: Buffer; who: string },
): Promise<void> {
  const { id, name, roles, tokenHash, wall, who, now } = key;
  await sql`select add_key_of_installation(
    ${id}, ${name}, ${[...roles]}::text[], ${tokenHash}, ${wall}, ${who}, ${now})`.execute(tx);
}

/**
 * Returns the names of keys that do not match the trail's records of adding, renewing and revoking
 * keys.
 */
export async function keysOutsideTrail(read: Read): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select k.name from staff_keys k
    where not exists (
      select from audit_log a
      where a.subject = k.id::text
        and a.act = 'ops staff add'
        and a.detail ->> 'outcome' = 'added'
        and a.detail ->> 'name' = k.name
        and a.detail ->> 'hash' = encode(k.token_hash, 'hex')
        and a.detail -> 'roles' = to_jsonb(k.roles))
    or k.ended_at is null and exists (
      select from audit_log a
      where a.subject = k.id::text
        and a.act = 'ops staff end'
        and a.detail ->> 'outcome' = 'ended')
    or exists (select from staff_key_renewals r where r.key_id = k.id and not exists (
      select from audit_log a
      where a.subject = k.id::text
        and a.act = 'ops staff renew'
        and a.detail ->> 'hash' = encode(r.token_hash, 'hex')))
    or exists (select from staff_key_passkeys p where p.key_id = k.id and not exists (
      select from audit_log a
      where a.subject = k.id::text
        and a.act = 'ops staff passkey'
        and a.detail ->> 'outcome' = 'added'
        and a.detail ->> 'hash' = encode(p.token_hash, 'hex')))
    order by k.name`.execute(read);
  return rows.map(({ name }) => name);
}

/**
 * Revokes a key. The database requires a decision by two people, or that the key has expired by
 * then.
 */
export async function endKey(
  tx: Tx,
  id: string,
  by: { at: Temporal.Instant; who: string },
): Promise<void> {
  await tx
    .updateTable('staff_keys')
    .set({ ended_at: by.at, ended_by: by.who })
    .where('id', '=', id)
    .execute();
}

export type NewSuspension = {
  id: string;
  keyId: string;
  who: string;
  byKeyId: string | null;
  at: Temporal.Instant;
};

/** Suspends a key. `at` is in wall time. */
export async function insertSuspension(
  tx: Tx,
  { id, keyId, who, byKeyId, at }: NewSuspension,
): Promise<void> {
  const row = { id, key_id: keyId, suspended_by: who, by_key_id: byKeyId, suspended_at: at };
  await tx.insertInto('staff_suspensions').values(row).execute();
}

/** Returns the name of the key whose suspension by this person is still undecided, or null. */
export async function suspendedBy(read: Read, who: string): Promise<string | null> {
  const row = await read
    .selectFrom('staff_suspensions as s')
    .innerJoin('staff_keys as k', 'k.id', 's.key_id')
    .select('k.name')
    .where('s.suspended_by', '=', who)
    .where('s.decision_id', 'is', null)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Closes a key's suspension, if any, under a confirmed decision. */
export async function closeSuspension(tx: Tx, keyId: string, decisionId: string): Promise<void> {
  await tx
    .updateTable('staff_suspensions')
    .set({ decision_id: decisionId })
    .where('key_id', '=', keyId)
    .where('decision_id', 'is', null)
    .execute();
}

export type AccessKind = 'end' | 'resume';

export async function insertAccessDecision(
  tx: Tx,
  id: string,
  keyId: string,
  kind: AccessKind,
): Promise<void> {
  await tx.insertInto('staff_access_decisions').values({ id, key_id: keyId, kind }).execute();
}

/** `waits` is true while the proposer's key is suspended. */
export type AccessDecision = {
  id: string;
  keyId: string;
  name: string;
  kind: AccessKind;
  lapsesAt: Temporal.Instant;
  waits: boolean;
};

/** Returns the open proposals to revoke or resume a key, sorted by name. */
export async function openAccessDecisions(read: Read): Promise<AccessDecision[]> {
  const rows = await read
    .selectFrom('staff_access_decisions as d')
    .innerJoin('approvals as a', 'a.id', 'd.id')
    .innerJoin('staff_keys as k', 'k.id', 'd.key_id')
    .select(['d.id', 'd.key_id as keyId', 'k.name', 'd.kind', 'a.expires_at as lapsesAt'])
    .select(sql<boolean>`is_suspended(a.proposed_key_id)`.as('waits'))
    .where('d.state', '=', 'open')
    .orderBy('k.name')
    .$narrowType<{ lapsesAt: Temporal.Instant }>()
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as AccessKind }));
}

/** Returns these proposals to revoke or resume a key, with the key's roles and present state. */
export async function accessDecisionsById(read: Read, ids: readonly string[]) {
  const rows = await read
    .selectFrom('staff_access_decisions as d')
    .innerJoin('staff_keys as k', 'k.id', 'd.key_id')
    .select(['d.id', 'd.kind', 'k.name', 'k.roles'])
    .select(sql<boolean>`is_suspended(k.id)`.as('isSuspended'))
    .where('d.id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as AccessKind }));
}

/** Returns all keys, sorted by name, with revoked keys last. */
export async function allKeys(read: Read): Promise<KeyLine[]> {
  const rows = await read
    .selectFrom('staff_keys as k')
    .leftJoin('staff_suspensions as s', (join) =>
      join.onRef('s.key_id', '=', 'k.id').on('s.decision_id', 'is', null),
    )
    .select(['k.id', 'k.name', 'k.roles', 'k.made_at as madeAt', 'k.made_by as madeBy'])
    .select(['k.added_at as addedAt', 'k.is_first as isFirst'])
    .select(['k.ended_at as endedAt', 'k.ended_by as endedBy', 's.suspended_by as suspendedBy'])
    .select(sql<Temporal.Instant>`staff_key_ends_at(k.id)`.as('endsAt'))
    .orderBy((row) => row('k.ended_at', 'is not', null))
    .orderBy('k.name')
    .orderBy('k.made_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, roles: row.roles as StaffRole[] }));
}

/** An active key of a person, by the hash that works now. */
export type ActiveKey = { name: string; roles: StaffRole[]; tokenHash: Buffer };

/** Returns the newest hash of each key that may act at this wall time, sorted by name. */
export async function activeKeys(read: Read, wall: Temporal.Instant): Promise<ActiveKey[]> {
  const rows = await read
    .selectFrom('staff_keys as k')
    .innerJoin('staff_key_hashes as h', 'h.key_id', 'k.id')
    .distinctOn('k.name')
    .select(['k.name', 'k.roles', 'h.token_hash as tokenHash'])
    .where('k.ended_at', 'is', null)
    .where(sql<boolean>`not is_suspended(k.id)`)
    .where('h.is_replaced', '=', false)
    .where('h.ends_at', '>', wall)
    .orderBy('k.name')
    .orderBy('h.made_at', 'desc')
    .$narrowType<{ tokenHash: Buffer }>()
    .execute();
  return rows.map((row) => ({ ...row, roles: row.roles as StaffRole[] }));
}

export type KeyWish = { name: string; roles: readonly string[]; tokenHash: Buffer };

export async function insertKeyProposal(
  tx: Tx,
  approvalId: string,
  { name, roles, tokenHash }: KeyWish,
): Promise<void> {
  await tx
    .insertInto('staff_key_proposals')
    .values({ approval_id: approvalId, name, roles: [...roles], token_hash: tokenHash })
    .execute();
}

/** `waits` is true while the proposer's key is suspended. */
export type KeyProposal = KeyWish & {
  id: string;
  proposedBy: string;
  proposedAt: Temporal.Instant;
  lapsesAt: Temporal.Instant;
  waits: boolean;
};

/** Returns these proposed keys. */
export async function keyProposalsById(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('staff_key_proposals')
    .select(['approval_id as id', 'name', 'roles'])
    .where('approval_id', 'in', ids)
    .execute();
}

/**
 * Returns the proposed keys that wait for a second person, sorted by name. If `name` is given,
 * returns only the key with that name.
 */
export async function openKeyProposals(read: Read, name?: string): Promise<KeyProposal[]> {
  let query = read
    .selectFrom('staff_key_proposals as p')
    .innerJoin('approvals as a', 'a.id', 'p.approval_id')
    .select([
      'a.id',
      'a.proposed_by as proposedBy',
      'a.proposed_at as proposedAt',
      'a.expires_at as lapsesAt',
    ])
    .select(['p.name', 'p.roles', 'p.token_hash as tokenHash'])
    .select(sql<boolean>`is_suspended(a.proposed_key_id)`.as('waits'))
    .where('a.state', '=', 'open')
    .orderBy('p.name');
  if (name !== undefined) query = query.where('p.name', '=', name);
  return await query.$narrowType<{ lapsesAt: Temporal.Instant }>().execute();
}
