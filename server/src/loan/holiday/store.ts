// SQL of the last free days of bills.
import type { Day } from '@sandali/contract/day.ts';
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/**
 * Open bills with the due date in force and its last free day, as a subquery for statements that select bills by their days. Code that moves a due date
 * must update these two columns.
 */
export const openBillsByDay = sql`select loan_id, borrower_id, due_on, last_free_on from bills where settled_at is null`;

/** The parts of the promises to pay of open bills by their days, for such statements. */
export const promisedByDay = sql`select p.loan_id, p.borrower_id, t.due_on from promises_to_pay p join promise_installments t on t.promise_id = p.id
  join bills b on b.loan_id = p.loan_id and b.settled_at is null`;

/** How many open bills have their last free day on one of these days, and no charge in the books for days after it. */
export async function countLastFreeOn(read: Read, days: readonly Day[]): Promise<number> {
  const row = await read
    .selectFrom('bills')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('settled_at', 'is', null)
    .whereRef('charged_to', '<=', 'last_free_on')
    .where('last_free_on', 'in', days.length > 0 ? days.map((day) => Temporal.PlainDate.from(day)) : [null as never])
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Moves last free days of open bills that have no charge for days after them. Bills are locked in the order of their ids, as booking does. @returns the moved days. */
export async function moveLastFree(tx: Tx, moves: readonly { from: Day; to: Day }[]): Promise<{ from: Day; to: Day; bills: number }[]> {
  const pairs = sql.join(moves.map(({ from, to }) => sql`(${from}::date, ${to}::date)`));
  const { rows } = await sql<{ from: Day; to: Day; bills: number }>`
    with moves (from_on, to_on) as (values ${pairs}),
    locked as (select b.loan_id, m.from_on, m.to_on from bills b join moves m on m.from_on = b.last_free_on
      where b.settled_at is null and b.charged_to <= b.last_free_on order by b.loan_id for update of b),
    moved as (update bills b set last_free_on = l.to_on from locked l where b.loan_id = l.loan_id returning l.from_on, l.to_on)
    select from_on::text as from, to_on::text as to, count(*)::int as bills from moved group by from_on, to_on order by from_on`.execute(
    tx,
  );
  return rows;
}

export type ChargedBill = { loanId: string; borrowerId: string };

/** Bills, open or repaid, that were charged for days after a last free day, of any of their terms, which is one of these days; at most so many. */
export async function chargedAfter(read: Read, days: readonly Day[], most: number): Promise<ChargedBill[]> {
  const these = sql`any(${days}::date[])`;
  const { rows } = await sql<ChargedBill>`
    select loan_id as "loanId", borrower_id as "borrowerId" from bills where settled_at is null and last_free_on = ${these} and charged_to > last_free_on
    union select loan_id, borrower_id from bills where settled_as = 'repaid' and last_free_on = ${these} and settled_on > last_free_on
    union select e.loan_id, e.borrower_id from extensions e join bills b on b.loan_id = e.loan_id
      where e.state = 'success' and e.from_last_free_on = ${these} and e.offered_on > e.from_last_free_on
        and (b.settled_at is null or b.settled_as = 'repaid')
    order by 1 limit ${most}`.execute(read);
  return rows;
}

/** Moves the last free days of all terms of a bill that is locked. */
export async function moveTerms(tx: Tx, loanId: string, moves: readonly { from: Day; to: Day }[]): Promise<void> {
  const pairs = sql`(values ${sql.join(moves.map(({ from, to }) => sql`(${from}::date, ${to}::date)`))}) m (from_on, to_on)`;
  await sql`update extensions e set from_last_free_on = m.to_on from ${pairs}
    where e.loan_id = ${loanId} and e.state = 'success' and e.from_last_free_on = m.from_on`.execute(tx);
  await sql`update bills b set last_free_on = m.to_on from ${pairs} where b.loan_id = ${loanId} and b.last_free_on = m.from_on`.execute(tx);
}
