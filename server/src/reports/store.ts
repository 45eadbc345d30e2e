// All SQL that reads the figures of the reports.
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import type { By, Period } from './rules.ts';

/** A sum of figures over the days of a period: '2026-11-20' by day, '2026-11' by month. */
export type Figure = {
  period: string;
  measure: string;
  key: string;
  count: number;
  amountCentavos: bigint;
};

const periodOf = (by: By) => sql.raw(by === 'day' ? `day::text` : `to_char(day, 'YYYY-MM')`);

/** Returns the first and the last day with figures, or null. */
export async function writtenDays(read: Read): Promise<Period | null> {
  const row = await read
    .selectFrom('report_days')
    .select(({ fn }) => [fn.min('day').as('from'), fn.max('day').as('to')])
    .executeTakeFirst();
  return row?.from && row.to ? { from: row.from, to: row.to } : null;
}

/** Adds up the figures of these measures, by period. */
export async function figuresOf(
  read: Read,
  { from, to }: Period,
  by: By,
  measures: readonly string[],
): Promise<Figure[]> {
  const { rows } = await sql<Figure>`select ${periodOf(by)} as period, measure, key,
      sum(count)::float8 as count, sum(amount_centavos)::int8 as "amountCentavos"
    from report_figures where day between ${from} and ${to} and measure = any(${measures})
    group by 1, 2, 3 order by 1, 2, 3`.execute(read);
  return rows;
}

/**
 * Returns the income that was booked, less reversals and waivers, by period and kind, up to the
 * last day with figures.
 */
export async function incomeOf(read: Read, { from, to }: Period, by: By): Promise<Figure[]> {
  const { rows } = await sql<Figure>`select ${periodOf(by)} as period, 'income' as measure,
      split_part(kind, '.', 2) as key, 0::float8 as count,
      sum(credit_centavos - debit_centavos)::int8 as "amountCentavos"
    from ledger_day_totals where day between ${from} and ${to} and kind like 'income.%'
      and day <= (select max(day) from report_days)
    group by 1, 3 order by 1, 3`.execute(read);
  return rows;
}

/** Returns the last day of each period that has figures, and how many days of it have. */
export async function lastDaysOf(
  read: Read,
  { from, to }: Period,
  by: By,
): Promise<{ period: string; day: Temporal.PlainDate; days: number }[]> {
  const { rows } = await sql<{ period: string; day: Temporal.PlainDate; days: number }>`
    select ${periodOf(by)} as period, max(day) as day, count(*)::float8 as days
    from report_days where day between ${from} and ${to} group by 1 order by 1`.execute(read);
  return rows;
}

/** Returns the figures of single days. */
export async function figuresOn(
  read: Read,
  days: readonly Temporal.PlainDate[],
  measures: readonly string[],
): Promise<Figure[]> {
  const { rows } = await sql<Figure>`select day::text as period, measure, key,
      count::float8 as count, amount_centavos as "amountCentavos"
    from report_figures where day = any(${days.map(String)}::date[])
      and measure = any(${measures}) order by 1, 2, 3`.execute(read);
  return rows;
}

export type DueDay = {
  on: Temporal.PlainDate;
  bills: number;
  principalCentavos: bigint;
  interestCentavos: bigint;
};

/**
 * Selects the interest that a loan owes on its due date if nothing more is paid: the interest
 * charged so far, and the interest to come, which is at most the rest of the agreed interest. While
 * a coupon still pays all interest, nothing is charged; the days of the principal then count.
 */
export const interestWhenDue = (loanId: RawBuilder<unknown>) => sql`
  select coalesce(i.balance_centavos, 0)
      + case when l.interest_coupon_centavos > 0 and coalesce(i.income_centavos, 0) = 0
        then greatest(${centavoDays} * l.interest_per_day_bps / 10000
          - l.interest_coupon_centavos, 0)
        else least(
          p.balance_centavos * greatest(b.arrived_on + l.term_days - b.charged_to, 0)
            * l.interest_per_day_bps / 10000,
          greatest(l.interest_centavos - coalesce(i.income_centavos, 0), 0)) end as interest,
    p.balance_centavos as principal
  from (select * from bills where loan_id = ${loanId} offset 0) b
  cross join lateral (select * from loans where id = b.loan_id offset 0) l
  cross join lateral (select * from ledger_accounts
    where kind = 'loan.principal' and owner_id = b.loan_id offset 0) p
  left join lateral (select * from ledger_accounts
    where kind = 'loan.interest' and owner_id = b.loan_id offset 0) i on true`;

/** The principal of each day until the first due date, added up, if nothing more is paid. */
const centavoDays = sql`(select sum(n.amount_centavos
    * least(greatest(b.arrived_on + l.term_days - e.business_on, 0), l.term_days))::bigint
  from (select entry_id, amount_centavos from ledger_lines where account_id = p.id offset 0) n
  cross join lateral (select business_on from ledger_entries where id = n.entry_id offset 0) e)`;

/**
 * Selects loans whose principal, interest or due date was changed by an entry booked on or after
 * a day. Omits daily charges, which leave what is owed on the due date as it is.
 */
export const loansMovedFrom = (day: RawBuilder<unknown> | Temporal.PlainDate) => sql`
  select distinct a.owner_id as loan_id
  from generate_series(${day}, (select max(booked_on) from ledger_entries), interval '1 day') d
  cross join lateral (select id from ledger_entries
    where booked_on = d::date and kind <> 'charges.posted' offset 0) e
  cross join lateral (select account_id from ledger_lines where entry_id = e.id offset 0) n
  cross join lateral (select owner_id, kind from ledger_accounts
    where id = n.account_id offset 0) a
  where a.kind in ('loan.principal', 'loan.interest', 'loan.extensionFee')`;

/**
 * Adds up what open bills owe on their due dates between two days, if nothing is paid before. Reads
 * the bills as of the last day with figures, and anew only those that have moved since.
 */
export async function dueByDay(read: Read, { from, to }: Period): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    with moved as materialized (${loansMovedFrom(sql`(select coalesce(max(day) + 1,
      (select min(booked_on) from ledger_entries)) from report_days)`)})
    select due_on as "on", count(*)::float8 as bills, sum(principal)::int8 as "principalCentavos",
      sum(interest)::int8 as "interestCentavos"
    from (
      select due_on, principal_centavos as principal, interest_centavos as interest
      from report_bills m where due_on between ${from} and ${to}
        and not exists (select from moved where moved.loan_id = m.loan_id)
      union all
      select b.due_on, i.principal, i.interest from moved
      cross join lateral (select * from bills
        where loan_id = moved.loan_id and settled_at is null offset 0) b
      cross join lateral (${interestWhenDue(sql`b.loan_id`)}) i
      where b.due_on between ${from} and ${to}) due
    group by due_on order by due_on`.execute(read);
  return rows;
}
