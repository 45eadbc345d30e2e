// What bills have been charged up to a day, computed by the database for many bills at once: the closed form of rules/accrual.ts over the money of
// rules/allocate.ts and the reliefs and frozen days of rules/relief.ts. charges.sql.test.ts holds the two to each other, to the centavo.
import { type RawBuilder, sql } from 'kysely';

/**
 * A query of each bill's charges at the end of a day, whether paid or not, and what was paid of them or taken back: `loan_id`, `interest`, `late`,
 * `interest_paid`, `late_paid`, `principal`, which is unpaid.
 *
 * `bills` gives `loan_id, principal, arrival, coupon, term_days, interest_bps, late_bps, fee_bps, arrived_on, free_on` (the first term's last free day);
 * `money` gives `loan_id, nth, value_on, amount, new_free_on` (of the fee of an extension: the last free day that it brings), `late_off, interest_off` (of
 * a relief, whose amount is 0: what was granted of a charge; else 0), numbered from 1 in the order in which it counts, none of it later than the day;
 * `frozen` gives `loan_id, from_on, to_on`, days without late charge of which none overlap. Amounts are centavos, as bigint.
 */
export function chargesOn(
  day: RawBuilder<unknown>,
  { bills, money, frozen }: Record<'bills' | 'money' | 'frozen', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  return sql`
    with recursive bill as materialized (${bills}), money as materialized (${money}), frozen as materialized (${frozen}),
    state (loan_id, nth, on_day, free_on, principal, interest_paid, late_paid, late_before, fees, interest_days, late_days) as (
      select loan_id, 0::bigint, arrived_on, free_on, principal, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint from bill
      union all
      select s.loan_id, m.nth, m.value_on, coalesce(m.new_free_on, s.free_on), s.principal - part.principal, s.interest_paid + part.interest,
        s.late_paid + fee.late + part.late, case when m.new_free_on is null then s.late_before else s.late_paid + fee.late end, s.fees + fee.fee,
        day.interest_days, case when m.new_free_on is null then day.late_days else 0 end
      from state s join bill b on b.loan_id = s.loan_id join money m on m.loan_id = s.loan_id and m.nth = s.nth + 1
      ${reach(sql`m.value_on`)}
      ${feeOf}
      ${sharedOut}),
    last as (select distinct on (loan_id) loan_id, on_day, free_on, principal, interest_paid, late_paid, late_before, fees, interest_days, late_days
      from state order by loan_id, nth desc)
    select s.loan_id, day.interest, day.late, s.interest_paid, s.late_paid, s.principal
    from last s join bill b on b.loan_id = s.loan_id ${reach(day)}`;
}

// `offset 0` keeps a step one: PostgreSQL would put each into all that use it, and plan the product of them.

/**
 * From the state `s` of bill `b` to the end of a day on which nothing is paid yet: the sums of what was unpaid at the start of each day, in centavo-days,
 * and the charges, each floored once. A late charge stops where all charges are the first principal; it is never below what was charged before.
 */
const reach = (to: RawBuilder<unknown>) => sql`
  cross join lateral (select s.interest_days + s.principal
    * (least(greatest(${to} - b.arrived_on, 0), b.term_days) - least(greatest(s.on_day - b.arrived_on, 0), b.term_days)) as interest_days offset 0) accrued
  cross join lateral (select greatest(accrued.interest_days * b.interest_bps / 10000 - b.coupon, 0) as interest offset 0) charged
  cross join lateral (select s.late_days + (s.principal + charged.interest - s.interest_paid)
    * (greatest(${to} - s.free_on, 0) - greatest(s.on_day - s.free_on, 0)
      - (select coalesce(sum(greatest(least(${to}, f.to_on) - greatest(s.on_day, s.free_on, f.from_on - 1), 0)), 0)::bigint
        from frozen f where f.loan_id = s.loan_id)) as late_days offset 0) late
  cross join lateral (select accrued.interest_days, charged.interest, late.late_days,
    s.late_before + least(late.late_days * b.late_bps / 300000,
      greatest(b.principal - (b.principal - b.arrival) - charged.interest - s.fees - s.late_before, 0)) as late offset 0) day`;

/** What money takes that extends a bill: the fee on the unpaid principal, and the late charge up to its day. */
const feeOf = sql`
  cross join lateral (select case when m.new_free_on is null then 0 else
    least(s.principal * b.term_days * b.interest_bps / 10000 + s.principal * b.fee_bps / 10000, m.amount) end as fee offset 0) whole
  cross join lateral (select whole.fee, case when m.new_free_on is null then 0 else
    least(greatest(day.late - s.late_paid, 0), m.amount - whole.fee) end as late offset 0) fee`;

/**
 * What is left of it, or all of it, pays late charge, then interest, then principal. After an extension no late charge is left. A relief takes its
 * charge back as far as it is owed, and nothing else.
 */
const sharedOut = sql`
  cross join lateral (select case when m.new_free_on is null then least(greatest(day.late - s.late_paid, 0), m.amount + m.late_off)
    else 0 end as late offset 0) to_late
  cross join lateral (select to_late.late,
    least(greatest(day.interest - s.interest_paid, 0),
      m.interest_off + greatest(m.amount - fee.fee - fee.late - to_late.late, 0)) as interest offset 0) to_interest
  cross join lateral (select to_late.late, to_interest.interest,
    least(s.principal, greatest(m.amount - fee.fee - fee.late - to_late.late - to_interest.interest, 0)) as principal offset 0) part`;
