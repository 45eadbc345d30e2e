// SQL of the loans that wait for their approval.
import { type SqlBool, sql } from 'kysely';
import type { Read } from '#/db/database.ts';

export type Waiting = { id: string; borrower_id: string; signed_at: Temporal.Instant };

/**
 * Loans in some states that wait for the next step towards payout, oldest first, those behind `after` where it is given; not locked, so the caller looks
 * again after locking.
 */
export async function loansToApprove(
  read: Read,
  of: { states: readonly string[]; most: number; except: readonly string[]; after: Waiting | null },
): Promise<Waiting[]> {
  let query = read
    .selectFrom('loans')
    .select(['id', 'borrower_id', 'signed_at'])
    .where('state', 'in', of.states)
    .where(sql<SqlBool>`borrower_id <> all(${of.except}::uuid[])`)
    .orderBy('signed_at')
    .orderBy('id')
    .limit(of.most);
  if (of.after) query = query.where(sql<SqlBool>`(signed_at, id) > (${of.after.signed_at}, ${of.after.id}::uuid)`);
  return await query.execute();
}
