// All SQL for approvals and for the staff keys that propose and confirm them.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { afterRowCondition, pageLength } from './page.ts';

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

const openRows = (read: Read, now: Temporal.Instant) =>
  read
    .selectFrom('approvals')
    .select([
      'id',
      'act',
      'reason',
      'proposed_by as proposedBy',
      'proposed_key_id as proposedKeyId',
    ])
    .select(['proposed_at as proposedAt', 'expires_at as lapsesAt'])
    .where('state', '=', sql.lit('open'))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>=', now)]));

/**
 * Returns a page of the open, unexpired proposals for these acts, the oldest first, and one more if
 * there are more. Each act is read by itself, so that a backlog of others costs nothing.
 */
export async function openApprovals(
  read: Read,
  of: { acts: readonly string[]; now: Temporal.Instant; after: string | null },
): Promise<OpenApproval[]> {
  const isAfter = await afterRowCondition(
    read,
    { table: 'approvals', by: 'proposed_at' },
    of.after,
  );
  const ofAct = openRows(read, of.now)
    .where('act', '=', sql.ref<string>('acts.act'))
    .where(isAfter)
    .orderBy('proposed_at')
    .orderBy('id')
    .limit(pageLength + 1);
  const { rows } = await sql<OpenApproval>`select p.* from unnest(${of.acts}::text[]) acts (act)
    cross join lateral (${ofAct}) p
    order by p."proposedAt", p.id limit ${pageLength + 1}`.execute(read);
  return rows;
}

/** Returns the open, unexpired proposals for an act, the oldest first, at most 1,000. */
export async function openApprovalsFor(
  read: Read,
  act: string,
  now: Temporal.Instant,
): Promise<OpenApproval[]> {
  return await openRows(read, now)
    .where('act', '=', act)
    .orderBy('proposed_at')
    .orderBy('id')
    .limit(1000)
    .execute();
}

/** Returns an open, unexpired proposal. */
export async function findOpenApproval(
  read: Read,
  id: string,
  now: Temporal.Instant,
): Promise<OpenApproval | undefined> {
  return await openRows(read, now).where('id', '=', id).executeTakeFirst();
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
