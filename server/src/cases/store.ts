// All SQL for complaints and their files.
import { type CompiledQuery, type Insertable, type Selectable, sql } from 'kysely';
import { pageLength } from '#/commands/page.ts';
import {
  afterPlace,
  type ExaminedBatch,
  examinedColumns,
  lastPlaceOf,
  type Place,
  rowsAtOnce,
} from '#/context/cleanup.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { ComplaintPictures, Complaints } from '#/db/tables.ts';
import { invariant } from '#/platform/refuse.ts';

export type FileKind = 'picture' | 'pdf';
export type ComplaintRow = Selectable<Complaints>;
/** A complaint, with the number of its stored pictures and whether staff must write next. */
export type CountedComplaint = ComplaintRow & { pictures: number; is_our_turn: boolean };

const counted = [
  sql<number>`(select count(*)::int from complaint_pictures p
    where p.complaint_id = complaints.id and p.deleted_at is null)`.as('pictures'),
  sql<boolean>`coalesce((select t.written_by is null from complaint_turns t
    where t.complaint_id = complaints.id order by t.number desc limit 1), true)`.as('is_our_turn'),
];

/** Inserts a complaint under a random number. Draws up to five numbers until one is unused. */
export async function insertComplaint(
  tx: Tx,
  row: Omit<Insertable<Complaints>, 'number'>,
  numberBy: () => string,
): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const inserted = await tx
      .insertInto('complaints')
      .values({ ...row, number: numberBy() })
      .onConflict((clash) => clash.column('number').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return;
  }
  invariant(false, 'one of five random numbers is free');
}

/** Returns all of a borrower's complaints, newest first. */
export async function complaintsOf(read: Read, borrowerId: string): Promise<ComplaintRow[]> {
  return await read
    .selectFrom('complaints')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns a complaint with the counts of its turns and pictures, including deleted pictures. */
export async function complaintForTurn(
  read: Read,
  id: string,
): Promise<
  (ComplaintRow & { turns: number; pictures: number; last_at: Temporal.Instant }) | undefined
> {
  return await read
    .selectFrom('complaints')
    .selectAll()
    .select([
      sql<number>`(select count(*)::int from complaint_turns t
        where t.complaint_id = complaints.id)`.as('turns'),
      sql<number>`(select count(*)::int from complaint_pictures p
        where p.complaint_id = complaints.id)`.as('pictures'),
      sql<Temporal.Instant>`greatest(opened_at, answered_at, closed_at,
        (select max(t.written_at) from complaint_turns t where t.complaint_id = complaints.id))`.as(
        'last_at',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findComplaint(read: Read, id: string): Promise<ComplaintRow | undefined> {
  return await read.selectFrom('complaints').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function complaintOfNumber(
  read: Read,
  number: string,
): Promise<CountedComplaint | undefined> {
  return await read
    .selectFrom('complaints')
    .selectAll()
    .select(counted)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The last complaint of a page, as it stood then. An answer moves a complaint within the list. */
export type ComplaintPlace = { answered: 'yes' | 'no'; on: string; id: string };

const isAnswered = sql<boolean>`(answered_at is not null)`;
const deadline = sql<Temporal.PlainDate>`
  (case when acknowledged_at is null then acknowledge_on else resolve_on end)`;

/**
 * Returns a page of open complaints, and one more if there are more: unanswered ones by deadline,
 * then answered ones.
 */
export async function complaintsToDo(read: Read, after: ComplaintPlace | null) {
  let query = read
    .selectFrom('complaints')
    .selectAll()
    .select(counted)
    .select(deadline.as('deadline'))
    .where('closed_at', 'is', null);
  if (after)
    query = query.where(sql<boolean>`(${isAnswered}, ${deadline}, id) >
      (${after.answered === 'yes'}, ${after.on}::date, ${after.id}::uuid)`);
  return await query
    .orderBy(isAnswered)
    .orderBy(deadline)
    .orderBy('id')
    .limit(pageLength + 1)
    .execute();
}

type Step = 'acknowledged' | 'answered' | 'closed';

/** Records a step of a complaint. @returns false if the step was already taken */
export async function recordStep(
  tx: Tx,
  id: string,
  step: Step,
  by: { at: Temporal.Instant; who: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('complaints')
    .set({ [`${step}_at`]: by.at, [`${step}_by`]: by.who })
    .where('id', '=', id)
    .where(`${step}_at`, 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Counts unanswered complaints whose deadline is before the given day, and those due on that day or
 * the next.
 */
export async function clocksOn(
  read: Read,
  today: Temporal.PlainDate,
): Promise<{ late: number; soon: number }> {
  const { rows } = await sql<{ late: number; soon: number }>`
    select count(*) filter (where ends_on < ${today})::int as late,
      count(*) filter (where ends_on between ${today} and ${today.add({ days: 1 })})::int as soon
    from (select
        case when acknowledged_at is null then acknowledge_on else resolve_on end as ends_on
      from complaints where answered_at is null) running`.execute(read);
  return rows[0] ?? { late: 0, soon: 0 };
}

export function insertPictureQuery(
  db: Read,
  picture: Insertable<ComplaintPictures>,
): CompiledQuery {
  return db.insertInto('complaint_pictures').values(picture).compile();
}

/** Finds a complaint's picture or PDF by its number, unless it was deleted. */
export async function fileOfPicture(
  read: Read,
  complaintId: string,
  number: number,
): Promise<{ file_name: string; kind: string } | undefined> {
  return await keptPictures(read, complaintId).where('p.number', '=', number).executeTakeFirst();
}

/** Finds a file by its turn's number, if it is of this kind and belongs to this borrower. */
export async function fileOfTurn(
  read: Read,
  {
    borrowerId,
    complaintId,
    turn,
    kind,
  }: { borrowerId: string; complaintId: string; turn: number; kind: FileKind },
): Promise<string | undefined> {
  const row = await keptPictures(read, complaintId)
    .innerJoin('complaint_turns as t', 't.id', 'p.turn_id')
    .where('t.number', '=', turn)
    .where('p.kind', '=', kind)
    .where('p.borrower_id', '=', borrowerId)
    .executeTakeFirst();
  return row?.file_name;
}

function keptPictures(read: Read, complaintId: string) {
  return read
    .selectFrom('complaint_pictures as p')
    .select(['p.file_name', 'p.kind'])
    .where('p.complaint_id', '=', complaintId)
    .where('p.deleted_at', 'is', null);
}

/** Returns a borrower's pictures, oldest first. */
export async function picturesOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('complaint_pictures')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('uploaded_at')
    .execute();
}

/**
 * Checks a batch of pictures, and marks them as deleted if their complaint was closed by
 * `closedBefore`.
 * @returns the number of checked pictures, and the names of the files to remove.
 */
export async function markClosedPictures(
  tx: Tx,
  {
    closedBefore,
    at,
    from,
  }: { closedBefore: Temporal.Instant; at: Temporal.Instant; from: Place | null },
): Promise<{ examined: number; names: string[]; last: Place | null }> {
  const { rows } = await sql<ExaminedBatch & { names: string[] }>`
    with seen as (select id, uploaded_at from complaint_pictures
      where deleted_at is null and uploaded_at <= ${closedBefore}
        and ${afterPlace('uploaded_at', from)}
      order by uploaded_at, id limit ${rowsAtOnce}),
    due as (select p.id from complaint_pictures p
      join seen on seen.id = p.id
      join complaints c on c.id = p.complaint_id
      where p.deleted_at is null and c.closed_at <= ${closedBefore}
      for update of p skip locked),
    gone as (update complaint_pictures set deleted_at = ${at} from due
      where complaint_pictures.id = due.id returning complaint_pictures.file_name)
    select array(select file_name from gone) as names, ${examinedColumns('uploaded_at')}
    from seen`.execute(tx);
  const [batch] = rows;
  return { examined: batch?.examined ?? 0, names: batch?.names ?? [], last: lastPlaceOf(batch) };
}
