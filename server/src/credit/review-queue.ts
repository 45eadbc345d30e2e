// All SQL about the review's queue: submitted applications that wait for their moment, claimed with a lease.
import { sql } from 'kysely';
import type { Tx } from '#/db/database.ts';

/** Longer than a batch of decisions takes, shorter than anybody notices when its worker dies. */
const leaseMs = 30_000;

export type Claimed = { applicationId: string; borrowerId: string; attempts: number };

/** Claims up to `most` due reviews for 30 s of real time. What another worker holds is passed over. */
export async function claimDue(tx: Tx, of: { now: Temporal.Instant; wall: Temporal.Instant; most: number }): Promise<Claimed[]> {
  const rows = await tx
    .updateTable('credit_reviews')
    .from('credit_applications as a')
    .set({ lease_until: of.wall.add({ milliseconds: leaseMs }), attempts: sql`attempts + 1` })
    .whereRef('a.id', '=', 'credit_reviews.application_id')
    .where('credit_reviews.application_id', 'in', (due) =>
      due
        .selectFrom('credit_reviews')
        .select('application_id')
        .where('due_at', '<=', of.now)
        .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', of.wall)]))
        .orderBy('due_at')
        .limit(of.most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['credit_reviews.application_id', 'a.borrower_id', 'credit_reviews.attempts'])
    .execute();
  return rows.map((row) => ({ applicationId: row.application_id, borrowerId: row.borrower_id, attempts: row.attempts }));
}

/** Locks a claimed review; false where it has been decided meanwhile. */
export async function lockReview(tx: Tx, applicationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('credit_reviews')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes an application out of the queue, if it is in it. */
export async function leaveReview(tx: Tx, applicationId: string): Promise<void> {
  await tx.deleteFrom('credit_reviews').where('application_id', '=', applicationId).execute();
}
