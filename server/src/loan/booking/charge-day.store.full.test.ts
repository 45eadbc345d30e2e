// Compares charges computed in SQL with charges computed by the rules, for random bills of both
// catalogues, on days before and long after the due date.
import { interestAccrued, lateCharged } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import { extensionFeeFor } from '@sandali/contract/charges.ts';
import { addDays, asDay, compareDays, type Day } from '@sandali/contract/day.ts';
import { centavos, sumCentavos } from '@sandali/contract/money.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { catalogues } from '#/data/catalogues.ts';
import { freshDatabase } from '#/db/testing.ts';
import { type MoneyIn, settle } from '#/loan/rules/allocate.ts';
import { amountsOf } from '#/loan/rules/amounts.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { type Relief, suspensionsOf } from '#/loan/rules/relief.ts';
import { billOf, monday, pesos } from '#/loan/rules/testing.ts';
import { isAtLength } from '#/testing/effort.ts';
import { chargesOn } from './charge-day.store.ts';

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
    const quoted = {
      kind: 'interest' as const,
      amountCentavos: pesos(coupon ?? 0),
      minimumLoanCentavos: pesos(0),
    };
    const bill = billOf({
      catalogue,
      principalCentavos,
      termDays: term,
      channel: 'wallet',
      coupon: coupon === null ? null : quoted,
    });
    return { ...bill, firstLastFreeOn: addDays(monday, term + free) };
  });

/**
 * A payment of part of the debt on that day, or of more than the whole debt. A payment for an
 * extension covers exactly the fee, or more.
 */
const event = fc.record({
  after: fc.integer({ min: 0, max: 25 }),
  part: fc.integer({ min: 1, max: 1100 }),
  extends: fc.integer({ min: 0, max: 9 }),
  /** The amount of a charge that two approvers waive that day. */
  relief: fc.option(
    fc.record({
      part: fc.constantFrom('late' as const, 'interest' as const),
      pesos: fc.integer({ min: 1, max: 900 }),
    }),
  ),
  /** The number of days until each part of a promise to pay falls due. */
  promised: fc.option(
    fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
    { freq: 3 },
  ),
});

const lived = fc
  .record({
    terms,
    events: fc.array(event, { maxLength: 8 }),
    until: fc.integer({ min: 0, max: 1500 }),
  })
  .map(({ terms: bill, events, until }): Lived => {
    const money: MoneyIn[] = [];
    const [reliefs, promises]: [Relief[], BillFacts['promises'][number][]] = [[], []];
    const terms = { ...bill, reliefs, promises };
    let day = bill.arrivedOn;
    for (const [nth, step] of events.entries()) {
      day = addDays(day, step.after);
      if (step.relief)
        reliefs.push({
          id: `${nth}`,
          on: day,
          part: step.relief.part,
          amountCentavos: pesos(step.relief.pesos),
        });
      const { facts } = settle(terms, money);
      const due = owed(facts, day);
      if (due.totalCentavos === 0) break;
      const dueOn = addDays(day, bill.termDays);
      if (step.promised && promises.length < 2 && promises.every(({ madeOn }) => madeOn < day)) {
        const days = step.promised.toSorted((a, b) => a - b);
        const each = Math.floor(due.totalCentavos / days.length);
        const parts = days.map((after, at) => ({
          on: addDays(day, after),
          amountCentavos: centavos(at === 0 ? due.totalCentavos - each * (days.length - 1) : each),
        }));
        const paidBeforeCentavos = sumCentavos(money.map(({ amountCentavos }) => amountCentavos));
        const extensionsBefore = money.filter((paid) => paid.extends).length;
        promises.push({ id: `${nth}`, madeOn: day, paidBeforeCentavos, extensionsBefore, parts });
      } else if (step.extends < 3) {
        const more = step.extends === 0 ? step.part : 0;
        const amountCentavos = centavos(
          extensionFeeFor(due.principalCentavos, bill) + due.lateCentavos + more,
        );
        money.push({
          paidOn: day,
          amountCentavos,
          extends: { dueOn, lastFreeOn: addDays(dueOn, step.after % 3) },
        });
      } else
        money.push({
          paidOn: day,
          amountCentavos: centavos(Math.max(1, Math.floor((due.totalCentavos * step.part) / 1000))),
        });
    }
    return { terms, money, day: addDays(day, until) };
  });

/**
 * Bills without a waived remainder. A waived remainder settles a bill, and the day close charges
 * only open bills.
 */
const open = lived.filter(({ terms, money }) =>
  settle(terms, money).facts.postings.every((posting) => !posting.isWaived),
);

const upTo = (money: readonly MoneyIn[], day: Day) => money.filter((paid) => paid.paidOn <= day);

/** Returns reliefs and payments up to a day, in the order in which they apply. */
function numbered({ terms: { reliefs }, money }: Lived, day: Day) {
  const waived = reliefs
    .filter((relief) => relief.on <= day)
    .map((relief) => ({
      on: relief.on,
      amount: 0,
      new_free_on: null,
      off: { [relief.part]: relief.amountCentavos } as Partial<Record<Relief['part'], number>>,
    }));
  const paid = upTo(money, day).map((payment) => ({
    on: payment.paidOn,
    amount: payment.amountCentavos,
    new_free_on: payment.extends?.lastFreeOn ?? null,
    off: {},
  }));
  // The sort is stable, so reliefs stay before payments on the same day.
  const all: ((typeof waived)[number] | (typeof paid)[number])[] = [...waived, ...paid];
  return all
    .toSorted((a, b) => compareDays(a.on, b.on))
    .map(({ on, amount, new_free_on, off }, at) => {
      const { late = 0, interest = 0 } = off as Partial<Record<Relief['part'], number>>;
      return {
        nth: at + 1,
        value_on: on,
        amount,
        new_free_on,
        late_off: late,
        interest_off: interest,
      };
    });
}

/** Computes the charges of many bills in SQL, as the day close does. */
async function byDatabase(day: Day, all: readonly Lived[]) {
  const bills = all.map(({ terms: bill }, nth) => ({
    loan_id: nth,
    principal: bill.principalCentavos,
    arrival: bill.arrivalCentavos,
    coupon: bill.interestCouponCentavos,
    term_days: bill.termDays,
    interest_bps: bill.interestPerDayBps,
    late_bps: bill.lateChargePerMonthBps,
    fee_bps: bill.serviceFeeBps,
    arrived_on: bill.arrivedOn,
    free_on: bill.firstLastFreeOn,
  }));
  const money = all.flatMap((life, nth) =>
    numbered(life, day).map((row) => ({ loan_id: nth, ...row })),
  );
  const suspended = all.flatMap(({ terms: bill, money: paid }, nth) =>
    suspensionsOf(bill, upTo(paid, day)).map(({ fromOn, toOn }) => ({
      loan_id: nth,
      from_on: fromOn,
      to_on: toOn,
    })),
  );
  const { rows } = await sql<Record<string, bigint>>`select * from (${chargesOn(sql`${day}::date`, {
    bills: sql`select * from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb)
      as b (loan_id bigint, principal bigint, arrival bigint, coupon bigint,
      term_days integer, interest_bps integer, late_bps integer, fee_bps integer,
      arrived_on date, free_on date)`,
    money: sql`select * from jsonb_to_recordset(${JSON.stringify(money)}::jsonb)
      as m (loan_id bigint, nth bigint, value_on date, amount bigint,
      new_free_on date, late_off bigint, interest_off bigint)`,
    suspended: sql`select * from jsonb_to_recordset(${JSON.stringify(suspended)}::jsonb)
      as f (loan_id bigint, from_on date, to_on date)`,
  })}) c order by loan_id`.execute(app.db);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value)])),
  );
}

function byRules(day: Day, { terms: bill, money }: Lived, nth: number) {
  const { facts } = settle(bill, upTo(money, day));
  const [paid, waived] = [paidSoFar(facts, day), waivedSoFar(facts, day)];
  return {
    loan_id: nth,
    interest: interestAccrued(facts, day),
    late: lateCharged(facts, day),
    interest_paid: paid.interestCentavos + waived.interestCentavos,
    late_paid: paid.lateCentavos + waived.lateCentavos,
    principal: bill.principalCentavos - paid.principalCentavos,
  };
}

slow('SQL and the rules compute the same charges for random bills on any day', async () => {
  const counts = { late: 0, extended: 0, capped: 0, part: 0, waived: 0, suspended: 0 };
  const many = fc.asyncProperty(fc.array(open, { minLength: 1, maxLength: 40 }), async (all) => {
    for (const day of new Set([all[0]?.day ?? monday, addDays(monday, 9), asDay('2026-07-05')])) {
      const expected = all.map((bill, nth) => byRules(day, bill, nth));
      expect(await byDatabase(day, all)).toEqual(expected);
      counts.late += expected.filter((charges) => charges.late > 0).length;
      counts.part += expected.filter(
        (charges) => charges.interest_paid > 0 && charges.principal > 0,
      ).length;
    }
    counts.extended += all.filter((bill) => bill.money.some((paid) => paid.extends)).length;
    const settled = all.map((bill) => settle(bill.terms, bill.money).facts);
    counts.waived += settled.filter(
      (facts) => waivedSoFar(facts, asDay('2099-01-01')).totalCentavos > 0,
    ).length;
    counts.suspended += settled.filter((facts) =>
      facts.suspensions.some(({ toOn }) => toOn > facts.firstLastFreeOn),
    ).length;
    counts.capped += all.filter((bill) => {
      const { facts } = settle(bill.terms, bill.money);
      return (
        lateCharged(facts, bill.day) > 0 &&
        lateCharged(facts, bill.day) === lateCharged(facts, addDays(bill.day, 1))
      );
    }).length;
  });
  const runs = isAtLength ? 60 : 25;
  await fc.assert(many, { numRuns: runs });
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(runs / 3);
});
