// The SQL that moves last free days and plan parts off holidays.
import { type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { byBorrower } from '#/loan/relief/store.ts';

export type Move = { from: Day; to: Day };

export const movesOff = (holidays: Holidays): Move[] =>
  [...holidays].map((from) => ({ from, to: nextWorkingDayFrom(from, holidays) }));

// Arrays keep the SQL text the same for any number of holidays, so PostgreSQL prepares the
// statement only once.
const movesTable = (moves: readonly Move[]) =>
  sql`unnest(${moves.map(({ from }) => from)}::date[], ${moves.map(({ to }) => to)}::date[])
    m (from_on, to_on)`;

/**
 * Selects plan parts by their date, each with its new date. `offset 0` keeps PostgreSQL from
 * reading all plans first. Omits parts that would move past their plan's last day.
 */
const partsToMove = (
  moves: readonly Move[],
) => sql`select t.promise_id, t.number, p.loan_id, p.borrower_id, t.due_on, m.to_on
  from ${movesTable(moves)} join promise_installments t on t.due_on = m.from_on
  cross join lateral (select * from promises_to_pay p
    where p.id = t.promise_id and p.made_by = ${byBorrower}
      and m.to_on <= p.made_on + rule('planDays', p.made_on) offset 0) p`;

/**
 * Counts the open bills with a last free day or a plan part on one of these days and without
 * charges for later days.
 */
export async function countToMove(read: Read, moves: readonly Move[]): Promise<number> {
  if (moves.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select loan_id from bills where settled_at is null and charged_to <= last_free_on
      and last_free_on = any(${moves.map((move) => move.from)}::date[])
    union select b.loan_id from (${partsToMove(moves)}) x join bills b on b.loan_id = x.loan_id
      where b.settled_at is null and b.charged_to <= x.due_on) found`.execute(read);
  return rows[0]?.count ?? 0;
}

/**
 * Returns the moves that still apply to a bill or plan part. `offset 0` keeps PostgreSQL from
 * reading all open bills first.
 */
export async function findPendingMoves(read: Read, moves: readonly Move[]): Promise<Move[]> {
  if (moves.length === 0) return [];
  const { rows } =
    await sql<Move>`select m.from_on::text as from, m.to_on::text as to from ${movesTable(moves)}
    where exists (select from bills b where b.settled_at is null and b.last_free_on = m.from_on
      and b.charged_to <= b.last_free_on offset 0)
    union select x.due_on::text, x.to_on::text from (${partsToMove(moves)}) x
      where exists (select from bills b where b.loan_id = x.loan_id
        and b.settled_at is null and b.charged_to <= x.due_on offset 0) order by 1`.execute(read);
  return rows;
}

/**
 * Moves plan parts of at most `most` open bills without charges for later days, as `moveLastFree`
 * does.
 * @returns the number of moved parts
 */
export async function moveParts(tx: Tx, move: Move, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with locked as (select b.loan_id, x.promise_id, x.number, x.to_on
      from (${partsToMove([move])}) x join bills b on b.loan_id = x.loan_id
      where b.settled_at is null and b.charged_to <= x.due_on
      order by b.loan_id limit ${most} for update of b skip locked)
    update promise_installments t set due_on = l.to_on
    from locked l where t.promise_id = l.promise_id and t.number = l.number`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Moves the last free days of at most `most` open bills without charges for later days. Locks bills
 * in the order of their ids, as booking does, and leaves locked bills for the next run.
 * @returns the number of moved bills
 */
export async function moveLastFree(tx: Tx, { from, to }: Move, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with locked as (select loan_id from bills where settled_at is null
        and last_free_on = ${from}::date and charged_to <= last_free_on
      order by loan_id limit ${most} for update skip locked)
    update bills b set last_free_on = ${to}::date
    from locked l where b.loan_id = l.loan_id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export type ChargedBill = { loanId: string; borrowerId: string };

/**
 * Returns at most `most` open or repaid bills with a date to move and charges after that date. The
 * date is the last free day of any term, or a plan part, on one of these days.
 */
export async function chargedAfter(
  read: Read,
  moves: readonly Move[],
  most: number,
): Promise<ChargedBill[]> {
  if (moves.length === 0) return [];
  const these = sql`any(${moves.map((move) => move.from)}::date[])`;
  const { rows } = await sql<ChargedBill>`
    select loan_id as "loanId", borrower_id as "borrowerId" from bills
      where settled_at is null and last_free_on = ${these} and charged_to > last_free_on
    union select loan_id, borrower_id from bills
      where settled_as = 'repaid' and last_free_on = ${these} and settled_on > last_free_on
    union select e.loan_id, e.borrower_id from extensions e join bills b on b.loan_id = e.loan_id
      where e.state = 'success' and e.from_last_free_on = ${these}
        and e.offered_on > e.from_last_free_on
        and (b.settled_at is null or b.settled_as = 'repaid')
    union select x.loan_id, x.borrower_id from (${partsToMove(moves)}) x
      cross join lateral (select from bills b where b.loan_id = x.loan_id
      and (b.settled_at is null and b.charged_to > x.due_on
        or b.settled_as = 'repaid' and b.settled_on > x.due_on) offset 0) b
    order by 1 limit ${most}`.execute(read);
  return rows;
}

/** Moves the last free days of all terms of a locked bill, and its plan parts. */
export async function moveTerms(tx: Tx, loanId: string, moves: readonly Move[]): Promise<void> {
  const pairs = movesTable(moves);
  await sql`update promise_installments t set due_on = x.to_on
    from (${partsToMove(moves)}) x
    where x.loan_id = ${loanId} and t.promise_id = x.promise_id and t.number = x.number`.execute(
    tx,
  );
  await sql`update extensions e set from_last_free_on = m.to_on from ${pairs}
    where e.loan_id = ${loanId} and e.state = 'success'
      and e.from_last_free_on = m.from_on`.execute(tx);
  await sql`update bills b set last_free_on = m.to_on from ${pairs}
    where b.loan_id = ${loanId} and b.last_free_on = m.from_on`.execute(tx);
}
