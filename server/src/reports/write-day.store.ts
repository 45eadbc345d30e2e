// All SQL that writes the figures of a day. It reads the day's own rows and the open bills.
import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { manila } from '#/platform/days.ts';
import { began, buckets, moneyMeasures, riskDays, vintageOverdueDays } from './rules.ts';
import { interestWhenDue, loansMovedFrom } from './store.ts';

/** Makes sure that only one transaction writes figures. @returns false if another one does */
export async function lockReports(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext('sandali reports')) as ok`.execute(tx);
  return rows[0]?.ok === true;
}

/**
 * Returns the first day without figures, if its books are chained; otherwise null. The very first
 * day is that of the first application or entry.
 */
export async function nextDay(read: Read): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ day: Temporal.PlainDate }>`select next.day from ledger_head h
    cross join lateral (select coalesce((select max(day) + 1 from report_days),
      least((select (min(submitted_at) at time zone ${manila})::date from credit_applications
        where submitted_at is not null), (select min(booked_on) from ledger_entries))) as day) next
    where next.day <= h.chained_to`.execute(read);
  return rows[0]?.day ?? null;
}

/**
 * Writes all figures of a day, and then the day, which makes them final. Reading all open bills of
 * a large lender may exceed the usual timeout on a busy machine.
 */
export async function insertDay(
  tx: Tx,
  day: Temporal.PlainDate,
  writtenAt: Temporal.Instant,
): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx);
  await insertMoney(tx, day);
  await insertLoans(tx, day);
  await insertApplications(tx, day);
  await insertArrears(tx, day);
  await tx.insertInto('report_days').values({ day, written_at: writtenAt }).execute();
}

/** The columns of report_figures, as every insert below selects them. */
const into = sql`insert into report_figures (day, measure, key, count, amount_centavos)`;

/**
 * The day's entries that move money. Charges, which are most entries, move none. `offset 0` makes
 * PostgreSQL look up the lines of each entry rather than scan all lines ever posted.
 */
const entriesOn = (day: Temporal.PlainDate) => sql`(select id, kind, loan_id, borrower_id,
  business_on from ledger_entries where booked_on = ${day} and kind <> 'charges.posted')`;
const linesOf = (entry: string) => sql`cross join lateral (
  select a.kind as account, a.owner_id, l.amount_centavos as amount
  from ledger_lines l join ledger_accounts a on a.id = l.account_id
  where l.entry_id = ${sql.ref(entry)} offset 0) l`;

async function insertMoney(tx: Tx, day: Temporal.PlainDate): Promise<void> {
  const rows = moneyMeasures.flatMap(({ measure, entries, accounts, side }) =>
    entries.flatMap((entry) =>
      Object.entries(accounts).map(
        ([account, key]) =>
          sql`(${entry}::text, ${account}::text, ${measure}::text, ${key}::text,
            ${side === 'debit' ? 1 : -1}::int)`,
      ),
    ),
  );
  await sql`${into}
    select ${day}::date, m.measure,
      case m.key when 'month' then to_char(e.business_on, 'YYYY-MM') else m.key end as key,
      count(distinct e.id), sum(l.amount * m.sign)
    from ${entriesOn(day)} e ${linesOf('e.id')}
    join (values ${sql.join(rows)}) as m (entry, account, measure, key, sign)
      on m.entry = e.kind and m.account = l.account
    group by 2, 3`.execute(tx);
}

/** Counts the day's disbursed loans of new and repeat borrowers, and the coupons that they used. */
async function insertLoans(tx: Tx, day: Temporal.PlainDate): Promise<void> {
  await sql`${into}
    with paid_out as materialized (
      select o.id, o.borrower_id, o.principal_centavos as principal, o.quote_id, b.arrived_at
      from ${entriesOn(day)} e cross join lateral (
        select * from loans where id = e.loan_id offset 0) o
      cross join lateral (select arrived_at from bills where loan_id = o.id offset 0) b
      where e.kind = 'loan.paidOut')
    select ${day}::date, 'lentTo', case when exists (select from bills b
        where b.borrower_id = p.borrower_id and b.arrived_at < p.arrived_at)
      then 'repeat' else 'new' end as key, count(*), sum(p.principal)
    from paid_out p group by key
    union all
    select ${day}::date, 'coupons', c.kind, count(*), sum((q.facts ->> 'couponCentavos')::bigint)
    from paid_out p
      cross join lateral (select coupon_id from coupon_redemptions where loan_id = p.id offset 0) u
      cross join lateral (select kind from coupons where id = u.coupon_id offset 0) c
      cross join lateral (select facts from quotes where id = p.quote_id offset 0) q
    group by c.kind`.execute(tx);
}

async function insertApplications(tx: Tx, day: Temporal.PlainDate): Promise<void> {
  const [from, to] = [day, day.add({ days: 1 })].map((on) =>
    on.toZonedDateTime(manila).toInstant(),
  );
  await sql`${into}
    select ${day}::date, 'applied', '', count(*), 0 from credit_applications
      where submitted_at >= ${from} and submitted_at < ${to} having count(*) > 0
    union all
    select ${day}::date, outcome, case when outcome = 'rejected' then coalesce(reason_group, 'other')
        when decided_by = 'review engine' then 'machine' else 'person' end as key,
      count(*), coalesce(sum(limit_centavos), 0)
    from credit_decisions
    where outcome <> 'manual' and decided_at >= ${from} and decided_at < ${to}
    group by outcome, key`.execute(tx);
}

/** Returns the bucket for a number of days overdue. */
const bucketOf = (days: RawBuilder<unknown>) =>
  sql`case ${sql.join(
    buckets
      .toReversed()
      .map(({ name, from }) =>
        from === null
          ? sql`else ${name}::text`
          : sql`when ${days} >= ${from}::int then ${name}::text`,
      ),
    sql` `,
  )} end`;

/**
 * Computes the bills with unpaid principal at the end of the day, as booked: the balances of open
 * bills, less the lines of later days. An extension booked later does not move the last free day
 * yet. Writes arrears, portfolio at risk, the moves since the day before, what was due on the day,
 * and on the last day of a month the vintages.
 */
async function insertArrears(tx: Tx, day: Temporal.PlainDate): Promise<void> {
  const risk = sql.join(riskDays.map((days) => sql`(${days}::int)`));
  const isMonthEnd = day.day === day.daysInMonth;
  await sql`
    with entry as materialized (
      select id, kind from ledger_entries where booked_on > ${day} and kind <> 'charges.posted'),
    later as materialized (
      select l.owner_id as loan_id, sum(l.amount) as amount from entry e ${linesOf('e.id')}
      where l.account = 'loan.principal' group by l.owner_id),
    extended as materialized (
      select x.loan_id, min(x.from_last_free_on) as last_free_on, min(x.from_due_on) as due_on
      from entry e join receipts r on r.entry_id = e.id join extensions x on x.receipt_id = r.id
      where e.kind = 'extension.booked' group by x.loan_id),
    candidate as (
      select loan_id, due_on, last_free_on, arrived_on from bills where settled_at is null
      union
      select b.loan_id, b.due_on, b.last_free_on, b.arrived_on from later
        cross join lateral (select * from bills where loan_id = later.loan_id offset 0) b),
    evening as materialized (
      select c.loan_id, coalesce(x.due_on, c.due_on) as due_on, c.arrived_on,
        ${day}::date - coalesce(x.last_free_on, c.last_free_on) as days,
        a.balance_centavos - coalesce(later.amount, 0) as principal
      from candidate c
      cross join lateral (select balance_centavos from ledger_accounts
        where kind = 'loan.principal' and owner_id = c.loan_id offset 0) a
      left join later on later.loan_id = c.loan_id
      left join extended x on x.loan_id = c.loan_id
      where a.balance_centavos - coalesce(later.amount, 0) > 0),
    pair as materialized (
      select coalesce(e.loan_id, m.loan_id) as loan_id, m.bucket as was,
        m.principal_centavos as principal_was, m.due_on as due_was,
        m.interest_centavos as interest_was,
        e.bucket, e.principal, e.days, e.due_on, e.arrived_on
      from (select *, ${bucketOf(sql`days`)} as bucket from evening) e
      full join report_bills m on m.loan_id = e.loan_id),
    moved as (
      select coalesce(p.was, ${began}) || ' ' || coalesce(p.bucket, b.became) as key,
        coalesce(p.principal_was, p.principal) as principal
      from pair p left join lateral (
        select case when written_off_on is not null then 'writtenOff'
          when settled_as = 'cooledOff' then 'returned' when settled_as = 'void' then 'reversed'
          else 'repaid' end as became
        from bills where loan_id = p.loan_id and p.bucket is null offset 0) b on true
      where p.was is distinct from p.bucket),
    due as (
      select p.principal_was, p.principal from pair p cross join lateral (
        select coalesce(p.due_on, (select b.due_on from bills b where b.loan_id = p.loan_id)) as on_day
        offset 0) d
      where p.was is not null and d.on_day = ${day}),
    changed as materialized (${loansMovedFrom(day)}),
    priced as (
      select p.*, coalesce(i.interest, p.interest_was) as interest
      from pair p left join changed using (loan_id)
      left join lateral (${interestWhenDue(
        sql`case when p.was is null or changed.loan_id is not null then p.loan_id end`,
      )}) i on true
      where p.bucket is not null),
    kept as (
      insert into report_bills as m (loan_id, bucket, principal_centavos, due_on, interest_centavos)
      select loan_id, bucket, principal, due_on, interest from priced
      where (was, principal_was, due_was, interest_was)
        is distinct from (bucket, principal, due_on, interest)
      on conflict (loan_id) do update
        set bucket = excluded.bucket, principal_centavos = excluded.principal_centavos,
          due_on = excluded.due_on, interest_centavos = excluded.interest_centavos),
    gone as (
      delete from report_bills m using pair p where p.loan_id = m.loan_id and p.bucket is null)
    ${into}
    select ${day}::date, 'arrears', bucket, count(*), sum(principal) from pair
      where bucket is not null group by bucket
    union all
    select ${day}::date, 'atRisk', r.days::text, count(*), sum(p.principal)
    from (values ${risk}) as r (days) join pair p on p.days >= r.days group by r.days
    union all
    select ${day}::date, 'moved', key, count(*), sum(principal) from moved group by key
    union all
    select ${day}::date, 'due', k.key, count(*) filter (where k.principal > 0), sum(k.principal)
    from due cross join lateral (values ('open', due.principal_was),
      ('left', coalesce(due.principal, 0))) as k (key, principal) group by k.key
    union all
    select ${day}::date, v.measure, to_char(p.arrived_on, 'YYYY-MM') as month, count(*),
      sum(p.principal)
    from pair p join (values ('vintageOpen', null), ('vintageOverdue', ${vintageOverdueDays}::int))
      as v (measure, days) on p.days > v.days or v.days is null
    where p.bucket is not null and ${isMonthEnd} group by v.measure, month`.execute(tx);
}
