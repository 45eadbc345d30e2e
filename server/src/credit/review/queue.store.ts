// All SQL for the engine's queue of submitted applications. Workers claim them with a lease.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/**
 * The lease is longer than a batch of decisions takes, but short enough that a dead worker does not
 * cause a noticeable delay.
 */
const leaseMs = 30_000;

export type Claimed = { applicationId: string; borrowerId: string; attempts: number };

/**
 * Claims up to `most` due reviews for 30 s of wall time. Skips reviews that another worker holds.
 */
export async function claimDue(
  db: Read,
  of: { now: Temporal.Instant; wall: Temporal.Instant; most: number },
): Promise<Claimed[]> {
  const rows = await db
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
  return rows.map((row) => ({
    applicationId: row.application_id,
    borrowerId: row.borrower_id,
    attempts: row.attempts,
  }));
}

/** Locks a claimed review. Returns false if it has been decided in the meantime. */
export async function lockReview(tx: Tx, applicationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('credit_reviews')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteReview(tx: Tx, applicationId: string): Promise<void> {
  await tx.deleteFrom('credit_reviews').where('application_id', '=', applicationId).execute();
}

/**
 * Raises the alarm step of every application whose decision is at least `everyMs` late.
 * @returns the delay of each application whose step was raised.
 */
export async function raiseAlarmSteps(
  tx: Tx,
  { now, everyMs }: { now: Temporal.Instant; everyMs: number },
): Promise<{ lateMs: number }[]> {
  const { rows } = await sql<{ lateMs: number }>`
    update credit_reviews r set alarm_step = late.step
    from (
      select w.application_id, w.late_ms, 1 + floor(log(2, w.late_ms / ${everyMs}))::int as step
      from (
        select q.application_id, (extract(epoch from ${now}::timestamptz - (
          select a.answer_by from credit_applications a where a.id = q.application_id
        )) * 1000)::numeric as late_ms
        from credit_reviews q
      ) w where w.late_ms >= ${everyMs}
    ) late
    where r.application_id = late.application_id and r.alarm_step < late.step
    returning late.late_ms::float8 as "lateMs"`.execute(tx);
  return rows;
}

/** Counts waiting applications whose decision was promised by this instant. */
export async function countLate(read: Read, promisedBy: Temporal.Instant): Promise<number> {
  const row = await read
    .selectFrom('credit_reviews as q')
    .innerJoin('credit_applications as a', 'a.id', 'q.application_id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('a.answer_by', '<=', promisedBy)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
