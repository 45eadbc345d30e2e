import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import { centavos, sumCentavos } from '@sandali/contract/money.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settle } from './allocate.ts';
import { type BillFacts, openBill } from './bill.ts';
import { coolingOffAmount, offerCoolingOff, returnedBy, returnedFacts } from './cooling-off.ts';

const friday = asDay('2026-11-20');
const endsOn = asDay('2026-11-25');
const arrival = centavos(5_939_000);
const none = new Set<Day>();
const terms = {
  principalCentavos: centavos(6_000_000),
  arrivalCentavos: arrival,
  interestCouponCentavos: centavos(0),
  termDays: 8,
  interestPerDayBps: 20,
  lateChargePerMonthBps: 500,
  serviceFeeBps: 100,
};
const facts: BillFacts = openBill(terms, friday, none);

const money = fc.array(
  fc.record({
    sourceId: fc.integer({ min: 0, max: 4 }).map(String),
    paidOn: fc.integer({ min: 0, max: 12 }).map((days) => addDays(friday, days)),
    amountCentavos: fc.integer({ min: 1, max: 4_000_000 }).map(centavos),
  }),
  { maxLength: 6 },
);
const sum = (parts: readonly { amountCentavos: ReturnType<typeof centavos> }[]) =>
  sumCentavos(parts.map((part) => part.amountCentavos));

describe('returning a loan', () => {
  test('a loan is returned by exactly the arrival amount, paid by the last day', () => {
    let returnedCount = 0;
    fc.assert(
      fc.property(money, (all) => {
        const inTime = sum(all.filter((part) => part.paidOn <= endsOn));
        const loan = returnedBy(all, arrival, endsOn);
        expect(loan !== null).toBe(inTime >= arrival);
        if (!loan) return;
        returnedCount += 1;
        expect(sum(loan.applied)).toBe(arrival);
        expect(sum(loan.freed)).toBe(sum(all) - arrival);
        for (const part of loan.applied) expect(part.paidOn <= endsOn).toBe(true);
        // The earliest money is applied first, so no money paid before the last applied payment is
        // freed.
        const last = loan.applied.reduce(
          (day, part) => (part.paidOn > day ? part.paidOn : day),
          friday,
        );
        for (const part of loan.freed) expect(part.paidOn >= last).toBe(true);
        expect(paidSoFar(returnedFacts(facts, loan.applied), asDay('2027-01-01'))).toMatchObject({
          principalCentavos: arrival,
          interestCentavos: 0,
          lateCentavos: 0,
        });
      }),
      { numRuns: 2_000 },
    );
    expect(returnedCount).toBeGreaterThan(100);
  });

  test('the order in which payments are reported does not affect the return of a loan', () => {
    fc.assert(
      fc.property(
        money,
        fc.infiniteStream(fc.double({ noNaN: true, min: 0, max: 1 })),
        (all, random) => {
          const shuffled = all
            .map((part) => ({ part, at: random.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ part }) => part);
          const [a, b] = [returnedBy(all, arrival, endsOn), returnedBy(shuffled, arrival, endsOn)];
          expect(a === null).toBe(b === null);
          if (a && b)
            expect([sum(a.applied), sum(a.freed)]).toEqual([sum(b.applied), sum(b.freed)]);
        },
      ),
    );
  });
});

describe('the offer to return a loan', () => {
  test('a return offer states the amount to pay and the saving over settling the bill', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 1, max: 5_900_000 }),
        (days, paid) => {
          const day = addDays(friday, days);
          const { facts: after } = settle(facts, [
            { paidOn: friday, amountCentavos: centavos(paid) },
          ]);
          const offer = offerCoolingOff(after, day, none);
          expect(offer?.amountCentavos).toBe(coolingOffAmount(after, day));
          expect(offer?.savedCentavos).toBe(owed(after, day).totalCentavos - (arrival - paid));
          expect(offer?.endsOn).toBe(endsOn);
        },
      ),
    );
  });

  test('the third working day ends the offer to return a loan, but a payoff does not', () => {
    expect(offerCoolingOff(facts, addDays(endsOn, 1), none)).toBeNull();
    const { facts: repaid } = settle(facts, [
      { paidOn: friday, amountCentavos: centavos(6_000_000) },
    ]);
    expect(offerCoolingOff(repaid, friday, none)).toEqual({
      endsOn,
      amountCentavos: 0,
      savedCentavos: 6_000_000 - arrival,
    });
  });
});
