// All SQL of approvals: what one person proposes and another confirms.

import type { Read, Tx } from '#/db/database.ts';
import { newId } from '#/kit/random.ts';

/** Who proposes or confirms, with which key: null is the machine's own. */
export type By = { who: string; keyId: string | null; at: Temporal.Instant };
export type Approval = { id: string; proposedBy: string; proposedKeyId: string | null; lapsesAt: Temporal.Instant };

/** Writes down that somebody proposes an act. The facts follow in a row of the act's own. @returns its id */
export async function propose(tx: Tx, act: string, by: By & { reason: string; lapsesAt: Temporal.Instant }): Promise<string> {
  const id = newId(by.at);
  await tx
    .insertInto('approvals')
    .values({
      id,
      act,
      reason: by.reason,
      proposed_by: by.who,
      proposed_key_id: by.keyId,
      proposed_at: by.at,
      lapses_at: by.lapsesAt,
    })
    .execute();
  return id;
}

/** Another person confirms. The database refuses whoever may be the same one. */
export async function confirm(tx: Tx, id: string, by: By): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ confirmed_by: by.who, confirmed_key_id: by.keyId, confirmed_at: by.at })
    .where('id', '=', id)
    .execute();
}

/** Another proposal takes its place. */
export async function drop(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('approvals').set({ dropped_at: at }).where('id', '=', id).execute();
}

export type KeyWish = { name: string; roles: readonly string[]; tokenHash: Buffer };

/** The facts of a proposed key. */
export async function insertKeyProposal(tx: Tx, approvalId: string, { name, roles, tokenHash }: KeyWish): Promise<void> {
  await tx
    .insertInto('key_proposals')
    .values({ approval_id: approvalId, name, roles: [...roles], token_hash: tokenHash })
    .execute();
}

export type KeyProposal = Approval & KeyWish & { proposedAt: Temporal.Instant };

/** The keys that wait for a second person, by name, or that of one name. */
export async function openKeyProposals(read: Read, name?: string): Promise<KeyProposal[]> {
  let query = read
    .selectFrom('key_proposals as p')
    .innerJoin('approvals as a', 'a.id', 'p.approval_id')
    .select([
      'a.id',
      'a.proposed_by as proposedBy',
      'a.proposed_key_id as proposedKeyId',
      'a.proposed_at as proposedAt',
      'a.lapses_at as lapsesAt',
      'p.name',
      'p.roles',
      'p.token_hash as tokenHash',
    ])
    .where('a.confirmed_at', 'is', null)
    .where('a.dropped_at', 'is', null)
    .orderBy('p.name');
  if (name !== undefined) query = query.where('p.name', '=', name);
  return await query.execute();
}
