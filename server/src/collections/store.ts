// All SQL for overdue bills and calls.
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { isAfter, type Place } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { CollectionCalls } from '#/db/tables.ts';
import { type Age, ages, type Bucket, type Called, type CallOutcome } from './rules.ts';

/** A larger count is shown as this number and a plus sign. */
export const mostCounted = 1000;

export type Listing = {
  today: string;
  /** Null selects all overdue bills. */
  bucket: Bucket | null;
  /** Selects the bills that this person holds; null selects all. */
  heldBy: string | null;
  after: Place | null;
  /** Selects bills with a part due that day or later. */
  isPromised: boolean;
};

/**
 * Returns a day's bills of the call list, longest overdue first, with the last call and the holder.
 * The rules check which promises are kept and which part was missed.
 */
export async function overdueBills(read: Read, of: Listing & { limit: number }) {
  const today = Temporal.PlainDate.from(of.today);
  let query = read
    .selectFrom('bills as b')
    .leftJoinLateral(
      (inner) =>
        inner
          .selectFrom('collection_calls as c')
          .select(['c.called_at', 'c.outcome'])
          .whereRef('c.loan_id', '=', 'b.loan_id')
          .orderBy('c.called_at', 'desc')
          .limit(1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .leftJoin('collection_owners as o', (join) =>
      join.onRef('o.loan_id', '=', 'b.loan_id').on('o.until_on', '>=', today),
    )
    .select(['b.loan_id', 'b.borrower_id', 'b.last_free_on', 'c.called_at', 'c.outcome'])
    .select(['o.taken_by', 'o.until_on'])
    .where('b.settled_at', 'is', null)
    .where(isIn(of.bucket, today))
    .where(isAfter('b.last_free_on', 'b.loan_id', of.after))
    .orderBy('b.last_free_on')
    .orderBy('b.loan_id')
    .limit(of.limit);
  if (of.heldBy !== null) query = query.where(isHeldBy(of.heldBy, today));
  if (of.isPromised)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('promises_to_pay as p')
          .innerJoin('promise_installments as t', 't.promise_id', 'p.id')
          .select('t.number')
          .whereRef('p.loan_id', '=', 'b.loan_id')
          .where('t.due_on', '>=', today),
      ),
    );
  return await query.execute();
}

/** Returns the SQL condition that selects a bucket's bills `b`, or all overdue bills for null. */
function isIn(bucket: Bucket | null, today: Temporal.PlainDate): RawBuilder<boolean> {
  if (bucket === null) return sql`b.last_free_on < ${today}::date`;
  if (bucket === 'brokenToday') return isOneOf(brokenOn(today.subtract({ days: 1 })));
  const { least, most } = ages[bucket];
  const last = sql`b.last_free_on <= ${today.subtract({ days: least })}::date`;
  if (most === null) return sql`${last}`;
  return sql`${last} and b.last_free_on >= ${today.subtract({ days: most })}::date`;
}

const isHeldBy = (who: string, today: Temporal.PlainDate): RawBuilder<boolean> =>
  isOneOf(sql`select h.loan_id from collection_owners h
    where h.taken_by = ${who} and h.until_on >= ${today}::date`);

/** Looks up each of a few loans. The array keeps the planner from reading all open bills. */
const isOneOf = (loans: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`b.loan_id = any(array(${loans}))`;

/** Selects the loans whose last promise broke on this day: its first unpaid part was due then. */
const brokenOn = (day: Temporal.PlainDate) => sql`
  select p.loan_id from promise_installments n join promises_to_pay p on p.id = n.promise_id
  where n.due_on = ${day}::date
    and n.number = (select min(t.number) from promise_installments t where t.promise_id = p.id
      and (select coalesce(sum(m.amount_centavos), 0) from payment_allocations m
          where m.loan_id = p.loan_id and m.value_on <= t.due_on)
        < p.paid_before_centavos + (select sum(u.amount_centavos) from promise_installments u
          where u.promise_id = p.id and u.number <= t.number))
    and (select max(q.number) from promises_to_pay q where q.loan_id = p.loan_id) = p.number
    and (select max(e.number) from extensions e where e.loan_id = p.loan_id
      and e.number > p.extensions_before) is null`;

/** Counts the open bills whose last promise broke on this day, up to `mostCounted` + 1. */
export async function countBroken(read: Read, day: Temporal.PlainDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from bills b where b.settled_at is null and ${isOneOf(brokenOn(day))}
    limit ${sql.lit(mostCounted + 1)}) counted`.execute(read);
  return rows[0]?.count ?? 0;
}

/**
 * Selects open bills without a kept promise, which suspends the late charge today or later. Looks
 * that up only for bills with a promised part that is not due yet.
 */
const withoutKeptPromise = (today: Temporal.PlainDate) => sql`b.settled_at is null
  and case when (select max(t.due_on) from promises_to_pay p
      join promise_installments t on t.promise_id = p.id where p.loan_id = b.loan_id)
        >= ${today}::date
    then coalesce((select max(s.to_on) from late_charge_suspensions s
      where s.loan_id = b.loan_id and s.promise_id is not null), '-infinity') < ${today}::date
    else true end`;

/**
 * Counts each age's bills without a kept promise, and the overdue ones that a person holds, each up
 * to `mostCounted` + 1. One subquery counts all ages, because planning it takes longest.
 */
export async function countBills(
  read: Read,
  { who, today }: { who: string; today: Temporal.PlainDate },
): Promise<Record<Age | 'mine', number>> {
  const count = (where: RawBuilder<unknown>) => sql`(select count(*)::int from (
    select from bills b where ${withoutKeptPromise(today)} and ${where}
    limit ${sql.lit(mostCounted + 1)}) counted)`;
  const days = (Object.keys(ages) as Age[]).map((age) => {
    const { least, most } = ages[age];
    const first = most === null ? '-infinity' : `${today.subtract({ days: most })}`;
    return sql`(${age}::text, ${first}::date, ${today.subtract({ days: least })}::date)`;
  });
  const { rows } = await sql<{ of: Age | 'mine'; count: number }>`
    select a.age as of, ${count(sql`b.last_free_on between a.first and a.last`)} as count
    from (values ${sql.join(days)}) as a (age, first, last)
    union all
    select 'mine', ${count(sql`${isIn(null, today)} and ${isHeldBy(who, today)}`)}`.execute(read);
  return Object.fromEntries(rows.map(({ of, count: bills }) => [of, bills])) as Record<
    Age | 'mine',
    number
  >;
}

/** Returns the calls to these people since the given day, by person. */
export async function callsSince(
  read: Read,
  borrowerIds: readonly string[],
  day: Temporal.PlainDate,
): Promise<Map<string, Called[]>> {
  const rows = await read
    .selectFrom('collection_calls')
    .select(['borrower_id', 'called_on', 'outcome'])
    .where('borrower_id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .where('called_on', '>=', day)
    .execute();
  const calls = Map.groupBy(rows, (row) => row.borrower_id);
  return new Map(
    borrowerIds.map((id) => [
      id,
      (calls.get(id) ?? []).map((row) => ({
        on: row.called_on.toString(),
        outcome: row.outcome as CallOutcome,
      })),
    ]),
  );
}

export async function insertCall(tx: Tx, call: Insertable<CollectionCalls>): Promise<void> {
  await tx.insertInto('collection_calls').values(call).execute();
}

/** Returns the calls to a person, oldest first. */
export async function callsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('collection_calls')
    .select(['id', 'loan_id', 'called_at', 'outcome', 'note_sealed'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('called_at')
    .execute();
}

/** Returns a person's newest calls with their callers, without the notes, newest first. */
export async function newestCalls(read: Read, borrowerId: string, most: number) {
  return await read
    .selectFrom('collection_calls')
    .select(['called_at', 'called_by', 'outcome'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('called_on', 'desc')
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
}
