// All SQL of complaints and of the pictures of receipts that came with them.
import { type Insertable, type Selectable, sql } from 'kysely';
import { comesAfter, lastOf, type Reached, rowsAtOnce, type Seen, seenAs } from '#/context/cleanup.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { ComplaintPictures, Complaints } from '#/db/tables.ts';
import { invariant } from '#/platform/refuse.ts';

export type ComplaintRow = Selectable<Complaints>;
/** With how many pictures are kept of it. */
export type CountedComplaint = ComplaintRow & { pictures: number };

const picturesKept = sql<number>`(select count(*)::int from complaint_pictures p
  where p.complaint_id = complaints.id and p.deleted_at is null)`.as('pictures');

/** Keeps a complaint under the first number that nobody has. */
export async function insertComplaint(tx: Tx, row: Omit<Insertable<Complaints>, 'number'>, numberBy: () => string): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    const kept = await tx
      .insertInto('complaints')
      .values({ ...row, number: numberBy() })
      .onConflict((clash) => clash.column('number').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (kept) return;
  }
  invariant(false, 'of five numbers of chance one is free');
}

/** A borrower's complaints, the newest first. */
export async function complaintsOf(read: Read, borrowerId: string, limit: number): Promise<CountedComplaint[]> {
  return await read
    .selectFrom('complaints')
    .selectAll()
    .select(picturesKept)
    .where('borrower_id', '=', borrowerId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findComplaint(read: Read, id: string): Promise<ComplaintRow | undefined> {
  return await read.selectFrom('complaints').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whose complaint a number is; null where there is none. */
export async function borrowerOfComplaint(read: Read, number: string): Promise<string | null> {
  const row = await read.selectFrom('complaints').select('borrower_id').where('number', '=', number).executeTakeFirst();
  return row?.borrower_id ?? null;
}

export async function complaintOfNumber(read: Read, number: string): Promise<CountedComplaint | undefined> {
  return await read.selectFrom('complaints').selectAll().select(picturesKept).where('number', '=', number).executeTakeFirst();
}

/**
 * What staff has still to do, the clock that ends first on top: to acknowledge, to answer; then what is answered and not closed. At most `limit`.
 */
export async function complaintsToDo(read: Read, limit: number): Promise<CountedComplaint[]> {
  return await read
    .selectFrom('complaints')
    .selectAll()
    .select(picturesKept)
    .where('closed_at', 'is', null)
    .orderBy(sql`answered_at is not null`)
    .orderBy(sql`case when acknowledged_at is null then acknowledge_on else resolve_on end`)
    .orderBy('opened_at')
    .limit(limit)
    .execute();
}

type Step = 'acknowledged' | 'answered' | 'closed';

/** Takes a step of a complaint. @returns false where it was taken already. */
export async function takeStep(
  tx: Tx,
  id: string,
  step: Step,
  by: { at: Temporal.Instant; who: string; answerSealed?: Buffer },
): Promise<boolean> {
  const taken = await tx
    .updateTable('complaints')
    .set({ [`${step}_at`]: by.at, [`${step}_by`]: by.who, ...(by.answerSealed && { answer_sealed: by.answerSealed }) })
    .where('id', '=', id)
    .where(`${step}_at`, 'is', null)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** How many clocks have run out by a day, and how many end on it or on the next. */
export async function clocksOn(read: Read, today: Temporal.PlainDate): Promise<{ late: number; soon: number }> {
  const { rows } = await sql<{ late: number; soon: number }>`
    select count(*) filter (where ends_on < ${today})::int as late,
      count(*) filter (where ends_on between ${today} and ${today.add({ days: 1 })})::int as soon
    from (select case when acknowledged_at is null then acknowledge_on else resolve_on end as ends_on
      from complaints where answered_at is null) running`.execute(read);
  return rows[0] ?? { late: 0, soon: 0 };
}

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

/** Looks at kept pictures, and marks those as deleted whose complaint was closed until `closedBefore`. @returns how many it looked at, and the names of the files. */
export async function markClosedPictures(
  tx: Tx,
  { closedBefore, at, from }: { closedBefore: Temporal.Instant; at: Temporal.Instant; from: Reached | null },
): Promise<{ looked: number; names: string[]; last: Reached | null }> {
  const { rows } = await sql<Seen & { names: string[] }>`
    with seen as (select id, uploaded_at from complaint_pictures
      where deleted_at is null and uploaded_at <= ${closedBefore} and ${comesAfter('uploaded_at', from)}
      order by uploaded_at, id limit ${rowsAtOnce}),
    due as (select p.id from complaint_pictures p join seen on seen.id = p.id join complaints c on c.id = p.complaint_id
      where p.deleted_at is null and c.closed_at <= ${closedBefore} for update of p skip locked),
    gone as (update complaint_pictures set deleted_at = ${at} from due where complaint_pictures.id = due.id returning complaint_pictures.file_name)
    select array(select file_name from gone) as names, ${seenAs('uploaded_at')} from seen`.execute(tx);
  const [one] = rows;
  return { looked: one?.looked ?? 0, names: one?.names ?? [], last: lastOf(one) };
}
