// All SQL of approvals: what one person proposes and another confirms.
import type { Read, Tx } from '#/db/database.ts';

/** Who proposes or confirms, with which key (null is the machine's own), and when, in business time. */
export type By = { who: string; keyId: string | null; at: Temporal.Instant };
export type DroppedAs = 'replaced' | 'declined' | 'lapsed' | 'overtaken';
export type Approval = { state: string; proposedBy: string; proposedKeyId: string | null; lapsesAt: Temporal.Instant | null };
type NewApproval = { id: string; act: string; by: By; reason: string | null; lapsesAt: Temporal.Instant | null };

/** Writes down that somebody proposes an act. The facts follow in a row of the act's own. */
export async function insertApproval(tx: Tx, { id, act, by, reason, lapsesAt }: NewApproval): Promise<void> {
  const proposed = { proposed_by: by.who, proposed_key_id: by.keyId, proposed_at: by.at };
  await tx
    .insertInto('approvals')
    .values({ id, act, reason, lapses_at: lapsesAt, ...proposed })
    .execute();
}

/** Who proposed it, until when it waits, and whether it still does; locked for whoever is to end it. */
export async function findApproval(read: Read, id: string, { isLocked = false } = {}): Promise<Approval | undefined> {
  const query = read
    .selectFrom('approvals')
    .select(['state', 'proposed_by as proposedBy', 'proposed_key_id as proposedKeyId', 'lapses_at as lapsesAt'])
    .where('id', '=', id);
  return await (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

/** Another person confirms. The database refuses whoever may be the same one. */
export async function confirm(tx: Tx, id: string, by: By): Promise<void> {
  const set = { confirmed_by: by.who, confirmed_key_id: by.keyId, confirmed_at: by.at };
  await tx.updateTable('approvals').set(set).where('id', '=', id).execute();
}

/** Ends an open proposal; one that has ended stays as it is. */
export async function drop(tx: Tx, id: string, { who, at, as }: { who: string; at: Temporal.Instant; as: DroppedAs }): Promise<void> {
  const set = { dropped_by: who, dropped_at: at, dropped_as: as };
  await tx.updateTable('approvals').set(set).where('id', '=', id).where('state', '=', 'open').execute();
}

export type KeyWish = { name: string; roles: readonly string[]; tokenHash: Buffer };

/** The facts of a proposed key. */
export async function insertKeyProposal(tx: Tx, approvalId: string, { name, roles, tokenHash }: KeyWish): Promise<void> {
  await tx
    .insertInto('key_proposals')
    .values({ approval_id: approvalId, name, roles: [...roles], token_hash: tokenHash })
    .execute();
}

export type KeyProposal = KeyWish & { id: string; proposedBy: string; proposedAt: Temporal.Instant; lapsesAt: Temporal.Instant };

/** The keys that wait for a second person, by name, or that of one name. */
export async function openKeyProposals(read: Read, name?: string): Promise<KeyProposal[]> {
  let query = read
    .selectFrom('key_proposals as p')
    .innerJoin('approvals as a', 'a.id', 'p.approval_id')
    .select(['a.id', 'a.proposed_by as proposedBy', 'a.proposed_at as proposedAt', 'a.lapses_at as lapsesAt'])
    .select(['p.name', 'p.roles', 'p.token_hash as tokenHash'])
    .where('a.state', '=', 'open')
    .orderBy('p.name');
  if (name !== undefined) query = query.where('p.name', '=', name);
  return await query.$narrowType<{ lapsesAt: Temporal.Instant }>().execute();
}
