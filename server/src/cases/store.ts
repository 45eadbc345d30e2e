// All SQL of complaints and of the pictures and PDF files of receipts that came with them.
import { type CompiledQuery, type Insertable, type Selectable, sql } from 'kysely';
import {
  comesAfter,
  lastOf,
  type Reached,
  rowsAtOnce,
  type Seen,
  seenAs,
} from '#/context/cleanup.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { ComplaintPictures, Complaints } from '#/db/tables.ts';
import { invariant } from '#/platform/refuse.ts';

/** What a turn may bring besides words. */
export type FileKind = 'picture' | 'pdf';
export type ComplaintRow = Selectable<Complaints>;
/** With how many pictures are kept of it, and whether its borrower wrote last. */
export type CountedComplaint = ComplaintRow & { pictures: number; is_our_turn: boolean };

const counted = [
  sql<number>`(select count(*)::int from complaint_pictures p where p.complaint_id = complaints.id and p.deleted_at is null)`.as(
    'pictures',
  ),
  sql<boolean>`coalesce((select t.written_by is null from complaint_turns t where t.complaint_id = complaints.id order by t.number desc limit 1), true)`.as(
    'is_our_turn',
  ),
];

/** Keeps a complaint under the first number that nobody has. */
export async function insertComplaint(
  tx: Tx,
  row: Omit<Insertable<Complaints>, 'number'>,
  numberBy: () => string,
): Promise<void> {
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

/** All complaints of a borrower, the newest first. */
export async function complaintsOf(read: Read, borrowerId: string): Promise<ComplaintRow[]> {
  return await read
    .selectFrom('complaints')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A complaint with how many turns and pictures came after it, deleted pictures too. */
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
      sql<number>`(select count(*)::int from complaint_turns t where t.complaint_id = complaints.id)`.as(
        'turns',
      ),
      sql<number>`(select count(*)::int from complaint_pictures p where p.complaint_id = complaints.id)`.as(
        'pictures',
      ),
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

/** Whose complaint a number is; null where there is none. */
export async function borrowerOfComplaint(read: Read, number: string): Promise<string | null> {
  const row = await read
    .selectFrom('complaints')
    .select('borrower_id')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.borrower_id ?? null;
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

/**
 * What staff has still to do, what is due first on top: to acknowledge, to answer; then what is
 * answered and not closed. At most `limit`.
 */
export async function complaintsToDo(read: Read, limit: number): Promise<CountedComplaint[]> {
  return await read
    .selectFrom('complaints')
    .selectAll()
    .select(counted)
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
  by: { at: Temporal.Instant; who: string },
): Promise<boolean> {
  const taken = await tx
    .updateTable('complaints')
    .set({ [`${step}_at`]: by.at, [`${step}_by`]: by.who })
    .where('id', '=', id)
    .where(`${step}_at`, 'is', null)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** How many clocks have run out by a day, and how many end on it or on the next. */
export async function clocksOn(
  read: Read,
  today: Temporal.PlainDate,
): Promise<{ late: number; soon: number }> {
  const { rows } = await sql<{ late: number; soon: number }>`
    select count(*) filter (where ends_on < ${today})::int as late,
      count(*) filter (where ends_on between ${today} and ${today.add({ days: 1 })})::int as soon
    from (select case when acknowledged_at is null then acknowledge_on else resolve_on end as ends_on
      from complaints where answered_at is null) running`.execute(read);
  return rows[0] ?? { late: 0, soon: 0 };
}

export function insertPictureStatement(
  db: Read,
  picture: Insertable<ComplaintPictures>,
): CompiledQuery {
  return db.insertInto('complaint_pictures').values(picture).compile();
}

/** The file of a complaint's picture or PDF, as long as it is kept: by its number. */
export async function fileOfPicture(
  read: Read,
  complaintId: string,
  number: number,
): Promise<{ file_name: string; kind: string } | undefined> {
  return await keptPictures(read, complaintId).where('p.number', '=', number).executeTakeFirst();
}

/**
 * The same of one kind by the number of the turn that it came with, where the complaint is this
 * borrower's.
 */
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

/** A borrower's pictures, the oldest first. */
export async function picturesOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('complaint_pictures')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('uploaded_at')
    .execute();
}

/**
 * Looks at kept pictures, and marks those as deleted whose complaint was closed until
 * `closedBefore`.
 * @returns how many it looked at, and the names of the files.
 */
export async function markClosedPictures(
  tx: Tx,
  {
    closedBefore,
    at,
    from,
  }: { closedBefore: Temporal.Instant; at: Temporal.Instant; from: Reached | null },
): Promise<{ looked: number; names: string[]; last: Reached | null }> {
  const { rows } = await sql<Seen & { names: string[] }>`
    with seen as (select id, uploaded_at from complaint_pictures
      where deleted_at is null and uploaded_at <= ${closedBefore} and ${comesAfter('uploaded_at', from)}
      order by uploaded_at, id limit ${rowsAtOnce}),
    due as (select p.id from complaint_pictures p join seen on seen.id = p.id join complaints c on c.id = p.complaint_id
      where p.deleted_at is null and c.closed_at <= ${closedBefore} for update of p skip locked),
    gone as (update complaint_pictures set deleted_at = ${at} from due where complaint_pictures.id = due.id returning complaint_pictures.file_name)
    select array(select file_name from gone) as names, ${seenAs('uploaded_at')} from seen`.execute(
    tx,
  );
  const [one] = rows;
  return { looked: one?.looked ?? 0, names: one?.names ?? [], last: lastOf(one) };
}
