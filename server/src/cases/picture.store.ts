// All SQL of the pictures of receipts that came with complaints.
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { ComplaintPictures } from '#/db/tables.ts';

export async function insertPicture(tx: Tx, picture: Insertable<ComplaintPictures>): Promise<void> {
  await tx.insertInto('complaint_pictures').values(picture).execute();
}

/** How many pictures came with a complaint, deleted or not. */
export async function countPictures(read: Read, complaintId: string): Promise<number> {
  const row = await read
    .selectFrom('complaint_pictures')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('complaint_id', '=', complaintId)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The file of a complaint's picture, as long as it is kept. */
export async function fileOfPicture(read: Read, complaintId: string, number: number): Promise<string | undefined> {
  const row = await read
    .selectFrom('complaint_pictures')
    .select('file_name')
    .where('complaint_id', '=', complaintId)
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.file_name;
}

/** A borrower's pictures, the oldest first. */
export async function picturesOf(read: Read, borrowerId: string) {
  return await read.selectFrom('complaint_pictures').selectAll().where('borrower_id', '=', borrowerId).orderBy('uploaded_at').execute();
}

/** Marks pictures as deleted whose complaint was closed until `closedBefore`. @returns the names of their files. */
export async function markClosedPictures(
  tx: Tx,
  { closedBefore, at, most }: { closedBefore: Temporal.Instant; at: Temporal.Instant; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`
    with due as (
      select p.id from complaints c join complaint_pictures p on p.complaint_id = c.id
      where c.closed_at <= ${closedBefore} and p.deleted_at is null
      order by c.closed_at limit ${most} for update of p skip locked
    )
    update complaint_pictures set deleted_at = ${at} from due where complaint_pictures.id = due.id returning complaint_pictures.file_name`.execute(
    tx,
  );
  return rows.map((row) => row.file_name);
}
