// Recomputes each disclosed figure about a future day from the accrual, for random amounts, terms,
// days late, payments, plans and extensions.
import { lateCharged } from '@sandali/contract/accrual.ts';
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos, sumCentavos } from '@sandali/contract/money.ts';
import { dueNext, owed } from '@sandali/contract/owed.ts';
import { planCounts } from '@sandali/contract/plan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { settle } from './allocate.ts';
import { type BillFacts, openBill } from './bill.ts';
import { extendedBy, offerExtension } from './extension.ts';
import { mostLateChargeADay } from './late.ts';
import { restAfter } from './part.ts';
import { mostChargedADay, planParts, planTotal } from './plan.ts';
import { quote } from './price.ts';
import { agreed, monday, pesos, quoteInput, rule2026 } from './testing.ts';

const holidays: ReadonlySet<Day> = new Set(
  [8, 15, 16, 24, 30, 38].map((days) => addDays(monday, days)),
);

const anyBill = fc.record({
  catalogue: fc.constantFrom(defaultCatalogue, smallTicketCatalogue),
  nth: fc.nat({ max: 48 }),
  termDays: fc.constantFrom(8, 15),
  coupon: fc.constantFrom(0, 5, 137),
  // Most bills are viewed around the due date. Late bills reach the cap after some 560 days.
  daysLate: fc.oneof(fc.integer({ min: -3, max: 60 }), fc.integer({ min: 420, max: 640 })),
  paid: fc.constantFrom(0, 0, 500, 733.37),
  paidAfter: fc.nat({ max: 14 }),
  count: fc.constantFrom(...planCounts),
  missed: fc.nat({ max: 4 }),
});
type Shape = typeof anyBill extends fc.Arbitrary<infer T> ? T : never;

/**
 * Returns a bill's terms, its quote, and the payments made before the day of its payment options.
 */
function billOf({ catalogue, nth, termDays, coupon, daysLate, paid, paidAfter }: Shape) {
  const { least, step, most } =
    catalogue === defaultCatalogue
      ? { least: 60_000, step: 10_000, most: 300_000 }
      : { least: 1000, step: 500, most: 25_000 };
  const principal = Math.min(most, least + step * nth);
  const terms =
    coupon > 0
      ? { kind: 'interest' as const, amountCentavos: pesos(coupon), minimumLoanCentavos: pesos(1) }
      : null;
  const wish = { catalogue, principalCentavos: pesos(principal), termDays, coupon: terms };
  const priced = agreed(quote({ ...quoteInput(wish), holidays }));
  const bill = openBill(priced, monday, holidays);
  const today = addDays(bill.firstLastFreeOn, daysLate);
  const money =
    paid > 0
      ? [
          {
            paidOn: addDays(monday, Math.min(paidAfter, termDays - 3)),
            amountCentavos: pesos(paid),
          },
        ]
      : [];
  return { priced, bill, today, money, facts: settle(bill, money).facts };
}

const sumOf = (money: readonly { amountCentavos: Centavos }[]) =>
  sumCentavos(money.map((part) => part.amountCentavos));

/** Returns one day's late charge, computed from the accrual. */
const chargeOf = (facts: BillFacts, day: Day) =>
  lateCharged(facts, day) - lateCharged(facts, addDays(day, -1));

/** Long enough for the daily late charges to repeat after the longest plan, which lasts 60 days. */
const daysSeen = 660;

/** Returns the largest late charge on any day after `from` if nothing more is paid. */
function largestAfter(facts: BillFacts, from: Day): number {
  const charged = Array.from({ length: daysSeen }, (_, days) =>
    lateCharged(facts, addDays(from, days)),
  );
  return Math.max(...charged.slice(1).map((sum, nth) => sum - (charged[nth] as number)));
}

test("a quote states the first day's late charge and the price of an extension", () => {
  fc.assert(
    fc.property(anyBill, (shape) => {
      const { priced, bill } = billOf(shape);
      const dueOn = addDays(monday, shape.termDays);
      expect(priced.lateChargeFirstDayCentavos).toBe(
        chargeOf(bill, addDays(bill.firstLastFreeOn, 1)),
      );
      expect(priced.repayCentavos).toBe(owed(bill, bill.firstLastFreeOn).totalCentavos);
      const offer = offerExtension(bill, dueOn, rule2026, holidays);
      if (!('refused' in offer)) expect(priced.extensionFeeCentavos).toBe(offer.totalCentavos);
    }),
    { numRuns: 60 },
  );
});

slow('an extension states the amount due on the new date and the daily late charge', () => {
  const counts = { extended: 0, ofPlan: 0 };
  fc.assert(
    fc.property(anyBill, (shape) => {
      const { bill, today, money: before, facts: unplanned } = billOf(shape);
      if (owed(unplanned, today).totalCentavos === 0) return;
      // Most bills have a plan whose first part was paid. The extension replaces this plan.
      const madeOn = addDays(today, -8);
      const isPlanned = shape.missed > 0 && planTotal(unplanned, madeOn) >= pesos(2000);
      const parts = isPlanned ? planParts(unplanned, madeOn, shape.count, holidays) : [];
      const promises = isPlanned
        ? [{ id: 'plan', madeOn, paidBeforeCentavos: sumOf(before), extensionsBefore: 0, parts }]
        : [];
      const paidParts = parts
        .filter(({ on }) => on <= today)
        .map(({ on, amountCentavos }) => ({ paidOn: on, amountCentavos }));
      const money = [...before, ...paidParts];
      const terms = { ...bill, promises };
      const { facts } = settle(terms, money);
      const offer = offerExtension(facts, today, rule2026, holidays);
      if ('refused' in offer) return;
      const shown = extendedBy(facts, offer);
      const { dueOn, lastFreeOn } = offer;
      const paid = settle(terms, [
        ...money,
        { paidOn: today, amountCentavos: offer.totalCentavos, extends: { dueOn, lastFreeOn } },
      ]).facts;
      expect(dueNext(shown, today)).toEqual({
        owedCentavos: owed(paid, dueOn).totalCentavos,
        on: dueOn,
      });
      expect(chargeOf(shown, addDays(lastFreeOn, 1))).toBe(chargeOf(paid, addDays(lastFreeOn, 1)));
      expect(largestAfter(shown, lastFreeOn)).toBe(largestAfter(paid, lastFreeOn));
      counts.extended += 1;
      if (paidParts.length > 0) counts.ofPlan += 1;
    }),
    { numRuns: 60 },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(5);
});

slow('a partial payment states the balance due and the largest daily late charge', () => {
  let growing = 0;
  fc.assert(
    fc.property(anyBill, fc.integer({ min: 1, max: 999 }), (shape, thousandths) => {
      const { bill, today, money, facts } = billOf(shape);
      const part = centavos(Math.floor((owed(facts, today).totalCentavos * thousandths) / 1000));
      if (part === 0) return;
      const rest = restAfter(facts, part, today);
      const paid = settle(bill, [...money, { paidOn: today, amountCentavos: part }]).facts;
      const next = dueNext(rest, today);
      expect(next.owedCentavos).toBe(owed(paid, next.on).totalCentavos);
      const from = dueInForce(paid, today).lastFreeOn;
      expect(mostLateChargeADay(rest, today)).toBe(largestAfter(paid, today < from ? from : today));
      if (mostLateChargeADay(rest, today) > 0) growing += 1;
    }),
    { numRuns: 40 },
  );
  expect(growing).toBeGreaterThan(10);
});

slow('a plan states its amounts and the largest daily late charge', () => {
  fc.assert(
    fc.property(anyBill, (shape) => {
      const { bill, today, money, facts } = billOf(shape);
      if (owed(facts, today).totalCentavos < pesos(2000)) return;
      const then = dueNext(facts, today);
      expect(planTotal(facts, today)).toBe(owed(facts, then.on).totalCentavos);
      const parts = planParts(facts, today, shape.count, holidays);
      const promises = [
        { id: 'plan', madeOn: today, paidBeforeCentavos: sumOf(money), extensionsBefore: 0, parts },
      ];
      const afterMissed = parts.map((part, nth) => {
        const paidParts = parts
          .slice(0, nth)
          .map(({ on, amountCentavos }) => ({ paidOn: on, amountCentavos }));
        return largestAfter(settle({ ...bill, promises }, [...money, ...paidParts]).facts, part.on);
      });
      expect(mostChargedADay(facts, today, parts)).toBe(Math.max(...afterMissed));
    }),
    { numRuns: 30 },
  );
});

test('a bill that grows by less than one centavo a day states a late charge of one centavo', () => {
  const { bill } = billOf({
    catalogue: smallTicketCatalogue,
    nth: 0,
    termDays: 8,
    coupon: 0,
    daysLate: 0,
    paid: 0,
    paidAfter: 0,
    count: 2,
    missed: 0,
  });
  const late = addDays(bill.firstLastFreeOn, 3);
  const rest = restAfter(bill, centavos(owed(bill, late).totalCentavos - 105), late);
  expect(owed(rest, late).totalCentavos).toBe(105);
  expect(mostLateChargeADay(rest, late)).toBe(1);
});
