// All SQL of complaints.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Complaints } from '#/db/tables.ts';
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
