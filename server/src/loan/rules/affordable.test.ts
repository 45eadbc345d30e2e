import { addDays, asDay } from '@sandali/contract/day.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { type Due, dueAround, largestIn, roomOn } from './affordable.ts';

const today = asDay('2026-11-23');
const on = (days: number) => addDays(today, days);
const due = (days: number, pesos: number): Due => ({
  on: on(days),
  amountCentavos: centavos(pesos * 100),
});
const pesos = (count: number) => centavos(count * 100);

test('finds the largest sum due in any 16-day period that contains the given day', () => {
  const dues = [due(0, 1), due(8, 10), due(15, 100), due(16, 1000), due(24, 10_000)];
  expect(dueAround(dues, on(15), 16)).toBe(pesos(11_100));
  expect(dueAround(dues, on(0), 16)).toBe(pesos(111));
  expect(dueAround(dues, on(40), 16)).toBe(0);
  expect(dueAround([], on(8), 16)).toBe(0);
  // Amounts due before the day and after it are added up only if one period contains both.
  expect(dueAround([due(0, 7), due(20, 9)], on(10), 16)).toBe(pesos(9));
});

test('finds the largest loan amount that fits the borrower’s income per pay period', () => {
  const term = { days: 15, interestPerDayBps: defaultCatalogue.interestPerDayBps };
  const someDue = fc.record({
    days: fc.integer({ min: 0, max: 30 }),
    pesos: fc.integer({ min: 1, max: 200_000 }),
  });
  fc.assert(
    fc.property(
      fc.array(someDue, { maxLength: 5 }),
      fc.integer({ min: 0, max: 700_000 }),
      (some, most) => {
        const dues = some.map((wish) => due(wish.days, wish.pesos));
        const carried = { dueMostCentavos: pesos(most), payPeriodDays: 16 };
        const repay = (amount: Centavos): Due => ({
          on: on(15),
          amountCentavos: centavos(amount + Math.floor((amount * 15) / 500)),
        });
        const room = roomOn(on(15), dues, carried);
        const fits = largestIn(room, defaultCatalogue.amounts, term);
        const withIt = (amount: Centavos) => dueAround([...dues, repay(amount)], on(15), 16);
        if (fits > 0) expect(withIt(fits)).toBeLessThanOrEqual(carried.dueMostCentavos);
        const more = centavos(Math.max(60_000_00, fits + 10_000_00));
        if (more <= 300_000_00) expect(withIt(more)).toBeGreaterThan(carried.dueMostCentavos);
      },
    ),
  );
});
