// All SQL of retention.
import { sql } from 'kysely';
import type { Tx } from '#/db/database.ts';

type Due = { refusedBefore: Temporal.Instant; at: Temporal.Instant; most: number };

/**
 * Marks pictures as deleted that were sent before a refusal of before `refusedBefore`: none that an application uses which was not refused by then,
 * and none of a borrower with a dispute that is open or was answered since. @returns the names of their files.
 */
export async function markRefusedPictures(tx: Tx, { refusedBefore, at, most }: Due): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`
    with due as (
      select p.id from pictures p
      where p.deleted_at is null
        and exists (select from credit_applications a join credit_decisions d on d.application_id = a.id
          where a.borrower_id = p.borrower_id and d.outcome = 'rejected' and d.decided_at <= ${refusedBefore} and d.decided_at >= p.uploaded_at)
        and not exists (select from credit_applications a where p.id in (a.front_picture_id, a.selfie_picture_id)
          and not exists (select from credit_decisions d
            where d.application_id = a.id and d.outcome = 'rejected' and d.decided_at <= ${refusedBefore}))
        and not exists (select from disputes x where x.borrower_id = p.borrower_id
          and (x.answered_at is null or x.answered_at > ${refusedBefore}))
      order by p.uploaded_at limit ${most} for update skip locked
    )
    update pictures set deleted_at = ${at} from due where pictures.id = due.id returning pictures.file_name`.execute(tx);
  return rows.map((row) => row.file_name);
}

/**
 * Marks pictures as deleted that came until `sentBefore` and that no application was sent with: a better one was taken, or the form was left.
 * @returns the names of their files.
 */
export async function markUnsentPictures(
  tx: Tx,
  { sentBefore, at, most }: { sentBefore: Temporal.Instant; at: Temporal.Instant; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`
    with due as (
      select p.id from pictures p
      where p.deleted_at is null and p.uploaded_at <= ${sentBefore}
        and not exists (select from credit_applications a where a.front_picture_id = p.id)
        and not exists (select from credit_applications a where a.selfie_picture_id = p.id)
      order by p.uploaded_at limit ${most} for update skip locked
    )
    update pictures set deleted_at = ${at} from due where pictures.id = due.id returning pictures.file_name`.execute(tx);
  return rows.map((row) => row.file_name);
}
