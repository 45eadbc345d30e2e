// All SQL for approvals and for the staff keys that propose and confirm them.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** The acting person, their key (null for the machine's own) and the business time. */
export type By = { who: string; keyId: string | null; at: Temporal.Instant };
export type DroppedAs = 'replaced' | 'declined' | 'lapsed' | 'overtaken';
export type Approval = {
  state: string;
  proposedBy: string;
  proposedKeyId: string | null;
  lapsesAt: Temporal.Instant | null;
};
type NewApproval = {
  id: string;
  act: string;
  by: By;
  reason: string | null;
  lapsesAt: Temporal.Instant | null;
};

/** Inserts a proposal. The slice that proposes it stores the details in a table of its own. */
export async function insertApproval(
  tx: Tx,
  { id, act, by, reason, lapsesAt }: NewApproval,
): Promise<void> {
  const proposed = { proposed_by: by.who, proposed_key_id: by.keyId, proposed_at: by.at };
  await tx
    .insertInto('approvals')
    .values({ id, act, reason, expires_at: lapsesAt, ...proposed })
    .execute();
}

/** Returns an approval. `isLocked` locks its row, for a caller that then confirms or drops it. */
export async function findApproval(
  read: Read,
  id: string,
  { isLocked = false } = {},
): Promise<Approval | undefined> {
  const query = read
    .selectFrom('approvals')
    .select([
      'state',
      'proposed_by as proposedBy',
      'proposed_key_id as proposedKeyId',
      'expires_at as lapsesAt',
    ])
    .where('id', '=', id);
  return await (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

export type OpenApproval = Omit<Approval, 'state'> & {
  id: string;
  act: string;
  proposedAt: Temporal.Instant;
  reason: string | null;
};

/** Returns the open, unexpired proposals for these acts, oldest first. */
export async function openApprovals(
  read: Read,
  of: { acts: readonly string[]; now: Temporal.Instant; limit: number },
): Promise<OpenApproval[]> {
  if (of.acts.length === 0) return [];
  return await read
    .selectFrom('approvals')
    .select([
      'id',
      'act',
      'reason',
      'proposed_by as proposedBy',
      'proposed_key_id as proposedKeyId',
    ])
    .select(['proposed_at as proposedAt', 'expires_at as lapsesAt'])
    .where('state', '=', 'open')
    .where('act', 'in', of.acts)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>=', of.now)]))
    .orderBy('proposed_at')
    .orderBy('id')
    .limit(of.limit)
    .execute();
}

/** Confirms a proposal. The database refuses a key that may belong to the proposer. */
export async function confirm(tx: Tx, id: string, by: By): Promise<void> {
  const set = { confirmed_by: by.who, confirmed_key_id: by.keyId, confirmed_at: by.at };
  await tx.updateTable('approvals').set(set).where('id', '=', id).execute();
}

/** Closes a proposal if it is still open. */
export async function drop(
  tx: Tx,
  id: string,
  { who, at, as }: { who: string; at: Temporal.Instant; as: DroppedAs },
): Promise<void> {
  const set = { dropped_by: who, dropped_at: at, dropped_as: as };
  await tx
    .updateTable('approvals')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

export type NamedKey = {
  id: string;
  addedAt: Temporal.Instant;
  isFirst: boolean;
  endedAt: Temporal.Instant | null;
  /** When the key expires, in wall time. */
  endsAt: Temporal.Instant;
  isSuspended: boolean;
};

/** Returns the key with this id, active or not; null for the machine's own key, which has no id. */
export async function keyOf(read: Read, id: string | null): Promise<NamedKey | null> {
  if (id === null) return null;
  return (await namedKeys(read).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Selects the key columns that approvals check. */
export function namedKeys(read: Read) {
  return read
    .selectFrom('staff_keys')
    .select(['id', 'added_at as addedAt', 'is_first as isFirst', 'ended_at as endedAt'])
    .select(sql<boolean>`is_suspended(id)`.as('isSuspended'))
    .select(sql<Temporal.Instant>`staff_key_ends_at(id)`.as('endsAt'));
}

/** Returns the id of a key's first ancestor, the one that the machine's own key added. */
export async function rootOf(read: Read, id: string): Promise<string> {
  const { rows } = await sql<{ root: string | null }>`select root_of_key(${id}) as root`.execute(
    read,
  );
  const root = rows[0]?.root;
  if (!root) throw new Error('A key does not descend from a key of the machine.');
  return root;
}
