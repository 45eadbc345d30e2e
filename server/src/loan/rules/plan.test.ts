// Plans for random bills: the total, the days of the parts, and the charge after a missed part.
import { lateCharged } from '@sandali/contract/accrual.ts';
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day, daysBetween, isWorkingDay } from '@sandali/contract/day.ts';
import { centavos, sumCentavos } from '@sandali/contract/money.ts';
import { accruedTomorrow, chargedDays, owed } from '@sandali/contract/owed.ts';
import { planCounts } from '@sandali/contract/plan.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { settle } from './allocate.ts';
import {
  mostChargedADay,
  type PlanLimits,
  planParts,
  planTotal,
  whyNotCount,
  whyNotPlan,
} from './plan.ts';
import { billOf, monday, noHolidays, pesos } from './testing.ts';

const bill = billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays: 8 });
const due = addDays(monday, 8);
const limits: PlanLimits = {
  isRunning: false,
  lastPlanOn: null,
  planPauseDays: 90,
  mostCentavos: pesos(150_000),
  leastPartCentavos: pesos(500),
  planDays: 60,
  holidays: noHolidays,
};
const holidays: ReadonlySet<Day> = new Set([addDays(due, 7), addDays(due, 15), addDays(due, 16)]);

test('a plan splits a debt into equal parts, each with its date', () => {
  expect(planParts(bill, addDays(due, -2), 3, noHolidays)).toEqual([
    { on: due, amountCentavos: pesos(20_320) },
    { on: addDays(due, 15), amountCentavos: pesos(20_320) },
    { on: addDays(due, 30), amountCentavos: pesos(20_320) },
  ]);
  // The bill is five days overdue, with a late charge of 508. The first part is due in a week, and
  // a part that would be due on a weekend moves to Monday.
  expect(planParts(bill, addDays(due, 5), 4, noHolidays)).toEqual([
    { on: addDays(due, 13), amountCentavos: pesos(15_367) },
    { on: addDays(due, 27), amountCentavos: pesos(15_367) },
    { on: addDays(due, 42), amountCentavos: pesos(15_367) },
    { on: addDays(due, 57), amountCentavos: pesos(15_367) },
  ]);
});

test('refuses a plan for each reason, and allows a plan that is exactly at a limit', () => {
  const refusalOn = (day: Day, more: Partial<PlanLimits> = {}, facts = bill) =>
    whyNotPlan(facts, day, { ...limits, ...more })?.refused ?? null;
  expect(whyNotPlan(bill, addDays(due, -4), limits)).toEqual({
    refused: 'planTooEarly',
    opensOn: addDays(due, -3),
  });
  expect(refusalOn(addDays(due, -3))).toBe(null);
  expect(refusalOn(addDays(due, 100))).toBe(null);
  expect(refusalOn(due, { isRunning: true })).toBe('planRunning');
  expect(whyNotPlan(bill, due, { ...limits, lastPlanOn: addDays(due, -89) })).toEqual({
    refused: 'planTooOften',
    opensOn: addDays(due, 1),
  });
  expect(refusalOn(due, { lastPlanOn: addDays(due, -90) })).toBe(null);
  expect(refusalOn(due, { mostCentavos: pesos(60_959.99) })).toBe('planByPerson');
  expect(refusalOn(due, { mostCentavos: pesos(60_960) })).toBe(null);
  const promise = {
    id: 'a',
    madeOn: addDays(due, -1),
    paidBeforeCentavos: centavos(0),
    extensionsBefore: 0,
    parts: [],
  };
  expect(refusalOn(due, {}, { ...bill, promises: [promise] })).toBe(null);
  expect(refusalOn(addDays(due, -1), {}, { ...bill, promises: [promise] })).toBe('planByPerson');
  expect(refusalOn(due, {}, { ...bill, promises: [promise, promise] })).toBe('planByPerson');
  const small = billOf({
    catalogue: smallTicketCatalogue,
    principalCentavos: pesos(1000),
    termDays: 8,
  });
  expect(refusalOn(due, { leastPartCentavos: pesos(600) }, small)).toBe('planTooSmall');
});

test('offers the plans whose parts are large enough and due in time', () => {
  const countsWith = (more: Partial<PlanLimits>) =>
    planCounts.filter((count) => whyNotCount(bill, due, count, { ...limits, ...more }) === null);
  // The debt is 60,960. Paid on its due date, the parts are due 7, 22, 37 and 52 days later.
  expect(countsWith({})).toEqual([2, 3, 4]);
  expect(countsWith({ leastPartCentavos: pesos(15_240) })).toEqual([2, 3, 4]);
  expect(countsWith({ leastPartCentavos: pesos(15_240.01) })).toEqual([2, 3]);
  expect(countsWith({ leastPartCentavos: pesos(30_480.01) })).toEqual([]);
  const lastDay = daysBetween(due, planParts(bill, due, 3, noHolidays).at(-1)?.on ?? due);
  expect(countsWith({ planDays: lastDay })).toEqual([2, 3]);
  expect(countsWith({ planDays: lastDay - 1 })).toEqual([2]);
  expect(whyNotPlan(bill, due, { ...limits, planDays: 1 })?.refused).toBe('planByPerson');
});

test('a day counts as charged exactly if the late charge grew on that day', () => {
  const suspensions = [
    { fromOn: addDays(due, -1), toOn: addDays(due, 2) },
    { fromOn: addDays(due, 6), toOn: addDays(due, 9) },
  ];
  const days = Array.from({ length: 14 }, (_, n) => addDays(due, n - 1));
  const grewBy = (last: Day) =>
    days.filter(
      (day) =>
        day <= last &&
        lateCharged({ ...bill, suspensions }, day) >
          lateCharged({ ...bill, suspensions }, addDays(day, -1)),
    );
  const charged = days.map((day) => chargedDays({ ...bill, suspensions }, day));
  expect(charged).toEqual(days.map((day) => grewBy(day).length));
  expect(charged).toEqual([0, 0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 4, 5, 6]);
});

const anyPlan = fc.record({
  termDays: fc.constantFrom(8, 15),
  thousands: fc.integer({ min: 2, max: 25 }),
  wait: fc.integer({ min: -3, max: 45 }),
  count: fc.constantFrom(...planCounts),
  paid: fc.integer({ min: 0, max: 400 }),
  missed: fc.nat({ max: 4 }),
});

slow('a plan being kept adds no charges, and a missed part restarts the late charge', () => {
  const counts = { kept: 0, broken: 0, early: 0 };
  fc.assert(
    fc.property(anyPlan, ({ termDays, thousands, wait, count, paid, missed }) => {
      const plain = billOf({
        catalogue: smallTicketCatalogue,
        principalCentavos: pesos(thousands * 1000),
        termDays,
      });
      const before =
        paid === 0 ? [] : [{ paidOn: addDays(monday, 2), amountCentavos: pesos(paid) }];
      const { facts } = settle(plain, before);
      const madeOn = addDays(addDays(monday, termDays), wait);
      const total = planTotal(facts, madeOn);
      const parts = planParts(facts, madeOn, count, holidays);
      expect(sumCentavos(parts.map((part) => part.amountCentavos))).toBe(total);
      parts.forEach((part, nth) => {
        expect(part.on > (parts[nth - 1]?.on ?? madeOn)).toBe(true);
        expect(daysBetween(madeOn, part.on)).toBeLessThanOrEqual(60);
        expect(isWorkingDay(part.on, holidays)).toBe(true);
      });
      const paidBeforeCentavos = sumCentavos(before.map((part) => part.amountCentavos));
      const promise = { id: 'plan', madeOn, paidBeforeCentavos, extensionsBefore: 0, parts };
      const withPlan = { ...plain, promises: [promise] };
      const money = parts.map((part) => ({ paidOn: part.on, amountCentavos: part.amountCentavos }));
      const end = (parts.at(-1) as (typeof parts)[number]).on;
      if (missed < count) {
        const missedPart = parts[missed] as (typeof parts)[number];
        const some = settle(withPlan, [...before, ...money.slice(0, missed)]);
        const unpaid = sumCentavos(parts.slice(missed).map((part) => part.amountCentavos));
        expect(owed(some.facts, missedPart.on).totalCentavos).toBe(unpaid);
        expect(owed(some.facts, addDays(missedPart.on, 10)).totalCentavos).toBeGreaterThan(unpaid);
        counts.broken += 1;
      } else {
        const whole = settle(withPlan, [...before, ...money]);
        expect([
          owed(whole.facts, end).totalCentavos,
          owed(whole.facts, addDays(end, 60)).totalCentavos,
          whole.leftCentavos,
        ]).toEqual([0, 0, 0]);
        expect(total).toBeLessThanOrEqual(owed(facts, end).totalCentavos);
        counts.kept += 1;
      }
      if (madeOn < dueInForce(facts, madeOn).dueOn) counts.early += 1;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(10);
});

test('near the cap, a plan states the daily charge that follows a missed part', () => {
  const facts = billOf({
    catalogue: smallTicketCatalogue,
    principalCentavos: pesos(2000),
    termDays: 8,
  });
  const madeOn = addDays(monday, 8 + 520);
  const parts = planParts(facts, madeOn, 4, noHolidays);
  expect(mostChargedADay(facts, madeOn, parts)).toBe(339);
});

/**
 * For each part that can be missed while all earlier parts are paid on time, returns the charge on
 * each day after it: for 600 days after the first part, and for 40 days after any other.
 */
function chargesAfterMissed(
  facts: typeof bill,
  madeOn: Day,
  parts: ReturnType<typeof planParts>,
): number[] {
  const promise = { id: 'plan', madeOn, paidBeforeCentavos: pesos(0), extensionsBefore: 0, parts };
  return parts.flatMap((part, nth) => {
    const paid = parts
      .slice(0, nth)
      .map(({ on, amountCentavos }) => ({ paidOn: on, amountCentavos }));
    const missed = settle({ ...facts, promises: [promise] }, paid).facts;
    return Array.from({ length: nth === 0 ? 600 : 40 }, (_, days) =>
      accruedTomorrow(missed, addDays(part.on, days)),
    );
  });
}

slow('a plan states the largest daily late charge that can follow any missed part', () => {
  const shape = fc.record({
    catalogue: fc.constantFrom(defaultCatalogue, smallTicketCatalogue),
    share: fc.nat({ max: 1000 }),
    termDays: fc.constantFrom(8, 15),
    daysLate: fc.oneof(fc.integer({ min: -3, max: 100 }), fc.integer({ min: 400, max: 620 })),
    count: fc.constantFrom(...planCounts),
  });
  fc.assert(
    fc.property(shape, ({ catalogue, share, termDays, daysLate, count }) => {
      const { least, step } =
        catalogue === defaultCatalogue
          ? { least: 60_000, step: 10_000 }
          : { least: 2000, step: 500 };
      const facts = billOf({
        catalogue,
        principalCentavos: pesos(least + step * (share % 24)),
        termDays,
      });
      const madeOn = addDays(monday, termDays + daysLate);
      const parts = planParts(facts, madeOn, count, noHolidays);
      expect(mostChargedADay(facts, madeOn, parts)).toBe(
        Math.max(...chargesAfterMissed(facts, madeOn, parts)),
      );
    }),
    { numRuns: 25 },
  );
});
