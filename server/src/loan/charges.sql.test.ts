// The database's charges against the rules': random bills of both catalogues, their money in any order, on days before and long after they are due.
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { catalogues } from '#/data/catalogues.ts';
import { freshDatabase } from '#/db/testing.ts';
import { chargesOn } from './charges.sql.ts';
import { interestAccrued, lateCharged } from './rules/accrual.ts';
import { type MoneyIn, settle } from './rules/allocate.ts';
import { amountsOf } from './rules/amounts.ts';
import type { BillFacts } from './rules/bill.ts';
import { extensionFeeFor } from './rules/charges.ts';
import { owed, paidSoFar } from './rules/owed.ts';
import { billOf, monday, pesos } from './rules/testing.ts';

const { app } = await freshDatabase();

type Terms = Omit<BillFacts, 'postings' | 'extensions'>;
type Lived = { terms: Terms; money: MoneyIn[]; day: Day };

const terms = fc
  .record({
    catalogue: fc.constantFrom(...catalogues),
    amount: fc.nat(),
    term: fc.constantFrom(8, 15),
    coupon: fc.option(fc.integer({ min: 1, max: 900 }), { nil: null }),
    free: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ catalogue, amount, term, coupon, free }): Terms => {
    const amounts = amountsOf(catalogue.amounts);
    const principalCentavos = amounts[amount % amounts.length] ?? pesos(1000);
    const quoted = { kind: 'interest' as const, amountCentavos: pesos(coupon ?? 0), minimumLoanCentavos: pesos(0) };
    const bill = billOf({ catalogue, principalCentavos, termDays: term, channel: 'wallet', coupon: coupon === null ? null : quoted });
    return { ...bill, firstLastFreeOn: addDays(monday, term + free) };
  });

/** A payment takes a part of what is owed that day, or more than all of it; an extension costs what it costs, or was paid with what is too much for it by now. */
const event = fc.record({
  after: fc.integer({ min: 0, max: 25 }),
  part: fc.integer({ min: 1, max: 1100 }),
  extends: fc.integer({ min: 0, max: 9 }),
});

const lived = fc
  .record({ terms, events: fc.array(event, { maxLength: 8 }), until: fc.integer({ min: 0, max: 1500 }) })
  .map(({ terms: bill, events, until }): Lived => {
    const money: MoneyIn[] = [];
    let day = bill.arrivedOn;
    for (const one of events) {
      day = addDays(day, one.after);
      const { facts } = settle(bill, money);
      const due = owed(facts, day);
      if (due.totalCentavos === 0) break;
      const dueOn = addDays(day, bill.termDays);
      if (one.extends < 3) {
        const more = one.extends === 0 ? one.part : 0;
        const amountCentavos = centavos(extensionFeeFor(due.principalCentavos, bill) + due.lateCentavos + more);
        money.push({ paidOn: day, amountCentavos, extends: { dueOn, lastFreeOn: addDays(dueOn, one.after % 3) } });
      } else money.push({ paidOn: day, amountCentavos: centavos(Math.max(1, Math.floor((due.totalCentavos * one.part) / 1000))) });
    }
    return { terms: bill, money, day: addDays(day, until) };
  });

/** Many bills of one day at once, as the close asks for them. */
async function byDatabase(day: Day, all: readonly Lived[]) {
  const bills = all.map(({ terms: one }, nth) => ({
    loan_id: nth,
    principal: one.principalCentavos,
    arrival: one.arrivalCentavos,
    coupon: one.interestCouponCentavos,
    term_days: one.termDays,
    interest_bps: one.interestPerDayBps,
    late_bps: one.lateChargePerMonthBps,
    fee_bps: one.serviceFeeBps,
    arrived_on: one.arrivedOn,
    free_on: one.firstLastFreeOn,
  }));
  const money = all.flatMap((one, nth) =>
    one.money
      .filter((paid) => paid.paidOn <= day)
      .map((paid, at) => ({
        loan_id: nth,
        nth: at + 1,
        value_on: paid.paidOn,
        amount: paid.amountCentavos,
        new_free_on: paid.extends?.lastFreeOn ?? null,
      })),
  );
  const { rows } = await sql<Record<string, bigint>>`select * from (${chargesOn(
    sql`${day}::date`,
    sql`select * from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) as b (loan_id bigint, principal bigint, arrival bigint, coupon bigint,
      term_days integer, interest_bps integer, late_bps integer, fee_bps integer, arrived_on date, free_on date)`,
    sql`select * from jsonb_to_recordset(${JSON.stringify(money)}::jsonb) as m (loan_id bigint, nth bigint, value_on date, amount bigint, new_free_on date)`,
  )}) c order by loan_id`.execute(app.db);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)])));
}

function byRules(day: Day, { terms: bill, money }: Lived, nth: number) {
  const { facts } = settle(
    bill,
    money.filter((one) => one.paidOn <= day),
  );
  const paid = paidSoFar(facts, day);
  return {
    loan_id: nth,
    interest: interestAccrued(facts, day),
    late: lateCharged(facts, day),
    interest_paid: paid.interestCentavos,
    late_paid: paid.lateCentavos,
    principal: bill.principalCentavos - paid.principalCentavos,
  };
}

test('random bills with random money are charged by the database what the rules charge them, on any day', async () => {
  const seen = { late: 0, extended: 0, capped: 0, part: 0 };
  const many = fc.asyncProperty(fc.array(lived, { minLength: 1, maxLength: 40 }), async (all) => {
    for (const day of new Set([all[0]?.day ?? monday, addDays(monday, 9), asDay('2026-07-05')])) {
      const expected = all.map((one, nth) => byRules(day, one, nth));
      expect(await byDatabase(day, all)).toEqual(expected);
      seen.late += expected.filter((one) => one.late > 0).length;
      seen.part += expected.filter((one) => one.interest_paid > 0 && one.principal > 0).length;
    }
    seen.extended += all.filter((one) => one.money.some((paid) => paid.extends)).length;
    seen.capped += all.filter((one) => {
      const { facts } = settle(one.terms, one.money);
      return lateCharged(facts, one.day) > 0 && lateCharged(facts, one.day) === lateCharged(facts, addDays(one.day, 1));
    }).length;
  });
  await fc.assert(many, { numRuns: 60 });
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
});
