// All SQL of what was told of refusals.
import type { Insertable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { RejectionNotices } from '#/db/tables.ts';

/** What was told of a decision; undefined for a decision of before reasons were kept. */
export async function refusalReasonOf(read: Read, decisionId: string) {
  const query = read
    .selectFrom('rejection_notices')
    .select(['locale', 'text as words', 'notified_at'])
    .where('decision_id', '=', decisionId);
  return await query.executeTakeFirst();
}

export async function insertReason(tx: Tx, reason: Insertable<RejectionNotices>): Promise<void> {
  await tx.insertInto('rejection_notices').values(reason).execute();
}

/** What was told to a borrower of their refusals, the oldest first. */
export async function refusalReasonsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('rejection_notices')
    .select(['reason_group', 'locale', 'text as words', 'notified_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('notified_at')
    .execute();
}
