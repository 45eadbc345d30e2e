// All SQL of what was told of refusals.
import type { Insertable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { RefusalReasons } from '#/db/tables.ts';

/** When the reason of a decision was told; null for a decision of before reasons were kept. */
export async function toldAtOf(read: Read, decisionId: string): Promise<Temporal.Instant | null> {
  const row = await read.selectFrom('refusal_reasons').select('told_at').where('decision_id', '=', decisionId).executeTakeFirst();
  return row?.told_at ?? null;
}

export async function insertReason(tx: Tx, reason: Insertable<RefusalReasons>): Promise<void> {
  await tx.insertInto('refusal_reasons').values(reason).execute();
}

/** What was told to a borrower of their refusals, the oldest first. */
export async function reasonsTold(read: Read, borrowerId: string) {
  return await read
    .selectFrom('refusal_reasons')
    .select(['reason_group', 'locale', 'words', 'told_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('told_at')
    .execute();
}
