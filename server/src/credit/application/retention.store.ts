// All SQL for retention.
import { type RawBuilder, sql } from 'kysely';
import {
  afterPlace,
  type ExaminedBatch,
  examinedColumns,
  lastPlaceOf,
  type Place,
  rowsAtOnce,
} from '#/context/cleanup.ts';
import type { Tx } from '#/db/database.ts';

/**
 * A batch's result: the number of examined rows, the file names of pictures marked as deleted, and
 * the last row.
 */
export type Marked = { examined: number; names: string[]; last: Place | null };

/**
 * Marks pictures as deleted if they were uploaded at or before `cameUntil` and meet `isDue`, a
 * condition on `p`.
 */
async function markPictures(
  tx: Tx,
  {
    cameUntil,
    at,
    from,
  }: { cameUntil: Temporal.Instant; at: Temporal.Instant; from: Place | null },
  isDue: RawBuilder<boolean>,
): Promise<Marked> {
  const { rows } = await sql<ExaminedBatch & { names: string[] }>`
    with seen as (select id, uploaded_at from pictures
      where deleted_at is null and uploaded_at <= ${cameUntil}
        and ${afterPlace('uploaded_at', from)}
      order by uploaded_at, id limit ${rowsAtOnce}),
    due as (select p.id from pictures p join seen on seen.id = p.id
      where p.deleted_at is null and ${isDue} for update of p skip locked),
    deleted as (update pictures set deleted_at = ${at} from due
      where pictures.id = due.id returning pictures.file_name)
    select array(select file_name from deleted) as names, ${examinedColumns('uploaded_at')}
    from seen`.execute(tx);
  const [batch] = rows;
  return { examined: batch?.examined ?? 0, names: batch?.names ?? [], last: lastPlaceOf(batch) };
}

/**
 * Marks pictures as deleted if they were uploaded before a rejection at or before `refusedBefore`.
 * Keeps pictures of an application without such a rejection, and all pictures while a dispute is
 * open or was answered later.
 */
export async function markRefusedPictures(
  tx: Tx,
  {
    refusedBefore,
    ...of
  }: { refusedBefore: Temporal.Instant; at: Temporal.Instant; from: Place | null },
): Promise<Marked> {
  const isDue = sql<boolean>`exists (
      select from credit_applications a join credit_decisions d on d.application_id = a.id
      where a.borrower_id = p.borrower_id and d.outcome = 'rejected'
        and d.decided_at <= ${refusedBefore} and d.decided_at >= p.uploaded_at)
    and not exists (
      select from credit_applications a
      where (a.front_picture_id = p.id or a.selfie_picture_id = p.id)
        and not exists (select from credit_decisions d
          where d.application_id = a.id and d.outcome = 'rejected'
            and d.decided_at <= ${refusedBefore}))
    and not exists (select from disputes x where x.borrower_id = p.borrower_id
      and (x.answered_at is null or x.answered_at > ${refusedBefore}))`;
  return await markPictures(tx, { ...of, cameUntil: refusedBefore }, isDue);
}

/** Marks pictures uploaded at or before `sentBefore` as deleted if no application uses them. */
export async function markUnsentPictures(
  tx: Tx,
  { sentBefore, ...of }: { sentBefore: Temporal.Instant; at: Temporal.Instant; from: Place | null },
): Promise<Marked> {
  const isDue = sql<boolean>`
    not exists (select from credit_applications a where a.front_picture_id = p.id)
    and not exists (select from credit_applications a where a.selfie_picture_id = p.id)`;
  return await markPictures(tx, { ...of, cameUntil: sentBefore }, isDue);
}
