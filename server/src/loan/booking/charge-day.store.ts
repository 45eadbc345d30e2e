// SQL that charges many bills up to a day, using the closed form of contract/src/accrual.ts over
// allocations, waivers and suspensions. Its test compares the results with the rules.
import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { DayCharge } from '#/ledger/ledger.ts';

/**
 * Counts the bills due on the given day, and the unsettled bills whose last free day was before
 * that day.
 */
export async function countOn(
  read: Read,
  day: Temporal.PlainDate,
): Promise<{ due: number; overdue: number }> {
  const { rows } = await sql<{ due: number; overdue: number }>`
    select (select count(*)::int from bills where due_on = ${day}) as due,
      (select count(*)::int from bills where settled_at is null and last_free_on < ${day})
        as overdue`.execute(read);
  return rows[0] ?? { due: 0, overdue: 0 };
}

/**
 * Locks at most `most` open bills that are not charged up to the given day, oldest first. Locks
 * their borrowers first, as booking does, because ledger entries reference borrowers. Skips locked
 * rows, so it never waits.
 * @returns the loan ids
 */
export async function lockUncharged(
  tx: Tx,
  day: Temporal.PlainDate,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ loan_id: string }>`
    select b.loan_id from bills b cross join lateral (
      select from borrowers p where p.id = b.borrower_id for key share skip locked) p
    where b.settled_at is null and b.charged_to < ${day}
    order by b.charged_to, b.loan_id limit ${most} for update of b skip locked`.execute(tx);
  return rows.map((row) => row.loan_id);
}

/** Returns whether any open bill is not charged up to the given day. */
export async function existsUncharged(tx: Tx, day: Temporal.PlainDate): Promise<boolean> {
  const { rows } = await sql<{ yes: boolean }>`
    select (select min(charged_to) from bills where settled_at is null) < ${day} as yes`.execute(
    tx,
  );
  return rows[0]?.yes === true;
}

/**
 * Returns the charges up to the given day that are missing from the books; negative if the books
 * contain too much. Omits bills whose charges are complete.
 */
export async function chargesDue(
  tx: Tx,
  day: Temporal.PlainDate,
  loanIds: readonly string[],
): Promise<DayCharge[]> {
  const ids = sql`${loanIds}::uuid[]`;
  const extended = sql`select e.loan_id, e.number, e.receipt_id, e.from_last_free_on,
      lead(e.from_last_free_on, 1, b.last_free_on)
        over (partition by e.loan_id order by e.number) as new_free_on
    from extensions e join bills b on b.loan_id = e.loan_id
    where e.state = 'success' and e.loan_id = any(${ids})`;
  const bills = sql`select b.loan_id, l.principal_centavos as principal,
      l.arrival_centavos as arrival, l.interest_coupon_centavos as coupon, l.term_days,
      l.interest_per_day_bps as interest_bps, l.late_charge_per_month_bps as late_bps,
      l.service_fee_bps as fee_bps, b.arrived_on,
      coalesce((select e.from_last_free_on from extensions e
        where e.loan_id = b.loan_id and e.state = 'success' and e.number = 1),
        b.last_free_on) as free_on
    from bills b join loans l on l.id = b.loan_id
    where b.loan_id = any(${ids}) and l.id = any(${ids})`;
  // The same order as in bill.store.ts: by value date, and by booking order within a day. Reliefs
  // apply at the start of their day.
  const money = sql`select m.loan_id, row_number() over (
        partition by m.loan_id order by m.value_on, m.is_money, m.at, m.number, m.id) as nth,
      m.value_on, m.amount, x.new_free_on, m.late_off, m.interest_off
    from (select b.loan_id, b.receipt_id as id, b.value_on, true as is_money,
        min(b.booked_at) as at, min(e.number) as number,
        sum(b.amount_centavos)::bigint as amount, 0::bigint as late_off, 0::bigint as interest_off
      from payment_allocations b join ledger_entries e on e.id = b.entry_id
      where b.loan_id = any(${ids})
      group by b.loan_id, b.receipt_id, b.value_on having sum(b.amount_centavos) <> 0
      union all
      select d.loan_id, d.id, d.value_on, false, a.confirmed_at, 0, 0,
        case d.part when 'late' then d.granted_centavos else 0 end,
        case d.part when 'interest' then d.granted_centavos else 0 end
      from bill_decisions d join approvals a on a.id = d.id
      where d.loan_id = any(${ids}) and d.part is not null and d.value_on <= ${day}) m
    left join (${extended}) x on x.loan_id = m.loan_id and x.receipt_id = m.id`;
  const suspended = sql`select loan_id, from_on, to_on from late_charge_suspensions
    where loan_id = any(${ids})`;
  const { rows } = await sql<DayCharge>`
    select c.loan_id as "loanId", l.borrower_id as "borrowerId",
      due.interest::text as "interestCentavos", due.late::text as "lateCentavos"
    from (${chargesOn(sql`${day}::date`, { bills, money, suspended })}) c
    join loans l on l.id = c.loan_id and l.id = any(${ids})
    left join ledger_accounts i on i.kind = 'loan.interest' and i.owner_id = c.loan_id
    left join ledger_accounts a on a.kind = 'loan.late' and a.owner_id = c.loan_id
    cross join lateral (
      select c.interest - c.interest_paid - coalesce(i.balance_centavos, 0) as interest,
      c.late - c.late_paid - coalesce(a.balance_centavos, 0) as late) due
    where due.interest <> 0 or due.late <> 0 order by c.loan_id`.execute(tx);
  return rows;
}

/**
 * Returns the few loans that have a reversal. The rules charge them instead of SQL
 * (docs/decisions/0071).
 */
export async function reversedAmong(tx: Tx, loanIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ loan_id: string }>`select distinct loan_id from payment_allocations
    where loan_id = any(${loanIds}::uuid[]) and reversal_id is not null order by loan_id`.execute(
    tx,
  );
  return rows.map((row) => row.loan_id);
}

/** Records that bills are charged up to the given day. */
export async function markCharged(
  tx: Tx,
  day: Temporal.PlainDate,
  loanIds: readonly string[],
): Promise<void> {
  await sql`update bills set charged_to = ${day} where loan_id = any(${loanIds}::uuid[])`.execute(
    tx,
  );
}

/**
 * Returns a query for each bill's charges at the end of a day: `loan_id`, `interest`, `late`,
 * `interest_paid`, `late_paid` (paid or waived) and unpaid `principal`, in centavos as bigint.
 * `bills`: `loan_id, principal, arrival, coupon, term_days, interest_bps, late_bps, fee_bps,
 * arrived_on, free_on` (the last free day of the first term).
 * `money`: `loan_id, nth, value_on, amount, new_free_on, late_off, interest_off`, up to the day,
 * numbered from 1 in value order. A fee has `new_free_on`; a relief has an `…_off` and amount 0.
 * `suspended`: `loan_id, from_on, to_on`, without overlaps.
 */
export function chargesOn(
  day: RawBuilder<unknown>,
  { bills, money, suspended }: Record<'bills' | 'money' | 'suspended', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  return sql`
    with recursive bill as materialized (${bills}), money as materialized (${money}),
    suspended as materialized (${suspended}),
    state (loan_id, nth, on_day, free_on, principal, interest_paid, late_paid, late_before, fees,
      interest_days, late_days) as (
      select loan_id, 0::bigint, arrived_on, free_on, principal, 0::bigint, 0::bigint, 0::bigint,
        0::bigint, 0::bigint, 0::bigint from bill
      union all
      select s.loan_id, m.nth, m.value_on, coalesce(m.new_free_on, s.free_on),
        s.principal - part.principal, s.interest_paid + part.interest,
        s.late_paid + fee.late + part.late,
        case when m.new_free_on is null then s.late_before else s.late_paid + fee.late end,
        s.fees + fee.fee, day.interest_days,
        case when m.new_free_on is null then day.late_days else 0 end
      from state s join bill b on b.loan_id = s.loan_id
      join money m on m.loan_id = s.loan_id and m.nth = s.nth + 1
      ${reach(sql`m.value_on`)}
      ${feeOf}
      ${sharedOut}),
    last as (select distinct on (loan_id) loan_id, on_day, free_on, principal, interest_paid,
        late_paid, late_before, fees, interest_days, late_days
      from state order by loan_id, nth desc)
    select s.loan_id, day.interest, day.late, s.interest_paid, s.late_paid, s.principal
    from last s join bill b on b.loan_id = s.loan_id ${reach(day)}`;
}

// Each step has `offset 0`. Without it, PostgreSQL would inline the step into every use and thereby
// multiply the size of the query plan.

/**
 * Moves the state `s` of bill `b` to the end of day `to`, without payments in between. Sums the
 * daily unpaid amounts in centavo-days and floors each charge once. The late charge stops growing
 * when all charges equal the original principal, and it never falls.
 */
const reach = (to: RawBuilder<unknown>) => sql`
  cross join lateral (select s.interest_days + s.principal
    * (least(greatest(${to} - b.arrived_on, 0), b.term_days)
      - least(greatest(s.on_day - b.arrived_on, 0), b.term_days)) as interest_days
    offset 0) accrued
  cross join lateral (
    select greatest(accrued.interest_days * b.interest_bps / 10000 - b.coupon, 0) as interest
    offset 0) charged
  cross join lateral (select s.late_days + (s.principal + charged.interest - s.interest_paid)
    * (greatest(${to} - s.free_on, 0) - greatest(s.on_day - s.free_on, 0)
      - (select coalesce(sum(greatest(
          least(${to}, f.to_on) - greatest(s.on_day, s.free_on, f.from_on - 1), 0)), 0)::bigint
        from suspended f where f.loan_id = s.loan_id)) as late_days offset 0) late
  cross join lateral (select accrued.interest_days, charged.interest, late.late_days,
    s.late_before + least(late.late_days * b.late_bps / 300000,
      greatest(b.principal - (b.principal - b.arrival) - charged.interest - s.fees - s.late_before,
        0)) as late offset 0) day`;

/**
 * The part of the money that pays for an extension: the fee for the unpaid principal, and the late
 * charge so far.
 */
const feeOf = sql`
  cross join lateral (select case when m.new_free_on is null then 0 else
    least(s.principal * b.term_days * b.interest_bps / 10000 + s.principal * b.fee_bps / 10000,
      m.amount) end as fee offset 0) whole
  cross join lateral (select whole.fee, case when m.new_free_on is null then 0 else
    least(greatest(day.late - s.late_paid, 0), m.amount - whole.fee) end as late offset 0) fee`;

/**
 * The remaining money pays the late charge, then interest, then principal. After an extension, the
 * bill owes no late charge. A relief reduces only its own charge, down to zero.
 */
const sharedOut = sql`
  cross join lateral (select case when m.new_free_on is null
    then least(greatest(day.late - s.late_paid, 0), m.amount + m.late_off)
    else 0 end as late offset 0) to_late
  cross join lateral (select to_late.late,
    least(greatest(day.interest - s.interest_paid, 0),
      m.interest_off + greatest(m.amount - fee.fee - fee.late - to_late.late, 0)) as interest
    offset 0) to_interest
  cross join lateral (select to_late.late, to_interest.interest,
    least(s.principal,
      greatest(m.amount - fee.fee - fee.late - to_late.late - to_interest.interest, 0)) as principal
    offset 0) part`;
