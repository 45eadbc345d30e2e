import { allCharges } from '@sandali/contract/accrual.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos, sumCentavos } from '@sandali/contract/money.ts';
import {
  accruedTomorrow,
  dueNext,
  nextDue,
  owed,
  paidSoFar,
  savedIfPaidOn,
  savedSoFar,
} from '@sandali/contract/owed.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { catalogues } from '#/data/catalogues.ts';
import { allocate, type MoneyIn, settle, withoutRemainder, withPosting } from './allocate.ts';
import { amountsOf } from './amounts.ts';
import { type BillFacts, openBill } from './bill.ts';
import { smallestPayment } from './bill-state.ts';
import { offerExtension } from './extension.ts';
import { quote } from './price.ts';
import { type SlowEvent, slowOwed } from './slow.testing.ts';
import { billOf, monday, noHolidays, pesos, quoteInput, rule2026 } from './testing.ts';

const loans = 400;

/**
 * A bill of either catalogue, with or without a coupon. Its last free day is up to three days after
 * the due date.
 */
const anyBill = fc
  .record({
    catalogue: fc.constantFrom(...catalogues),
    pick: fc.nat(),
    termDays: fc.constantFrom(8, 15),
    kind: fc.constantFrom('serviceFee' as const, 'interest' as const),
    coupon: fc.oneof(fc.constant(0), fc.nat({ max: 50_000 })),
    freeDays: fc.nat({ max: 3 }),
  })
  .map(({ catalogue, pick, termDays, kind, coupon, freeDays }): BillFacts => {
    const amounts = amountsOf(catalogue.amounts);
    const principalCentavos = amounts[pick % amounts.length] ?? centavos(0);
    const coupons = { kind, amountCentavos: centavos(coupon), minimumLoanCentavos: centavos(0) };
    const answer = quote(quoteInput({ catalogue, principalCentavos, termDays, coupon: coupons }));
    if ('refused' in answer) throw new Error(answer.refused);
    return {
      ...openBill(answer, monday, noHolidays),
      firstLastFreeOn: addDays(monday, termDays + freeDays),
    };
  });

/**
 * Payments, each as the number of days since the arrival and the thousandths of that day's debt to
 * pay, at most 1,200.
 */
const anyPayments = fc
  .array(fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 1200 })), { maxLength: 5 })
  .map((list) => list.toSorted((a, b) => a[0] - b[0]));

function share(facts: BillFacts, day: Day, thousandths: number): Centavos {
  return centavos(Math.floor((owed(facts, day).totalCentavos * thousandths) / 1000));
}

/** Applies payments to a bill one by one, as the server books them. */
function played(bill: BillFacts, payments: ReadonlyArray<readonly [number, number]>) {
  let facts = bill;
  const money: MoneyIn[] = [];
  let leftCentavos = 0;
  for (const [offset, thousandths] of payments) {
    const paidOn = addDays(monday, offset);
    const amountCentavos = share(facts, paidOn, thousandths);
    const shared = allocate(facts, amountCentavos, paidOn);
    leftCentavos += shared.leftCentavos;
    facts = withoutRemainder(withPosting(facts, shared, paidOn), paidOn);
    money.push({ paidOn, amountCentavos });
  }
  return { facts, money, leftCentavos };
}

describe('the closed form of a bill’s debt', () => {
  slow(`the closed form matches a day-by-day loop (${loans} bills with partial payments)`, () => {
    fc.assert(
      fc.property(anyBill, anyPayments, fc.nat({ max: 90 }), (bill, payments, offset) => {
        const { facts, money, leftCentavos } = played(bill, payments);
        const last = Math.max(offset, payments.at(-1)?.[0] ?? 0);
        for (const until of [offset, last].map((n) => addDays(monday, n))) {
          const events = money.map(
            (part): SlowEvent => ({ on: part.paidOn, pay: part.amountCentavos }),
          );
          const slow = slowOwed(bill, events, until);
          const fast = owed(facts, until);
          expect([fast.lateCentavos, fast.interestCentavos, fast.principalCentavos]).toEqual([
            slow.late,
            slow.interest,
            slow.principal,
          ]);
          expect(allCharges(facts, until)).toBe(slow.charges);
          if (until === addDays(monday, last)) expect(leftCentavos).toBe(slow.left);
        }
      }),
      { numRuns: loans },
    );
  });

  slow('the closed form matches a day-by-day loop for bills with extensions', () => {
    const anySteps = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 900 }), fc.boolean()), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(anyBill, anySteps, fc.nat({ max: 40 }), (bill, steps, rest) => {
        let facts = bill;
        let day = addDays(monday, bill.termDays - 4);
        const events: SlowEvent[] = [];
        const inOrder: MoneyIn[] = [];
        for (const [wait, thousandths, wantsExtension] of steps) {
          day = addDays(day, wait);
          const offer = offerExtension(facts, day, rule2026, noHolidays);
          if (wantsExtension && !('refused' in offer)) {
            const { feeCentavos, lateCentavos, totalCentavos, dueOn, lastFreeOn } = offer;
            const extension = { paidOn: day, feeCentavos, lateCentavos, dueOn, lastFreeOn };
            facts = { ...facts, extensions: [...facts.extensions, extension] };
            inOrder.push({
              paidOn: day,
              amountCentavos: totalCentavos,
              extends: { dueOn, lastFreeOn },
            });
            events.push({ on: day, extend: { lastFreeOn } });
            expect(owed(facts, day)).toMatchObject({ lateCentavos: 0, overdueDays: 0 });
          } else {
            const amount = share(facts, day, thousandths);
            facts = withoutRemainder(withPosting(facts, allocate(facts, amount, day), day), day);
            events.push({ on: day, pay: amount });
            inOrder.push({ paidOn: day, amountCentavos: amount });
          }
        }
        const until = addDays(day, rest);
        const slow = slowOwed(bill, events, until);
        const fast = owed(facts, until);
        expect([fast.lateCentavos, fast.interestCentavos, fast.principalCentavos]).toEqual([
          slow.late,
          slow.interest,
          slow.principal,
        ]);
        expect(allCharges(facts, until)).toBe(slow.charges);
        expect(settle(bill, inOrder).facts).toEqual(facts);
        expect(slow.charges).toBeLessThanOrEqual(bill.principalCentavos);
      }),
      { numRuns: loans },
    );
  });
});

describe('invariants of a bill', () => {
  slow('late charges never shrink, and all charges stay within the principal', () => {
    for (const [catalogue, amount] of [
      [defaultCatalogue, 60_000],
      [defaultCatalogue, 300_000],
      [smallTicketCatalogue, 1000],
      [smallTicketCatalogue, 25_000],
    ] as const) {
      for (const termDays of [8, 15]) {
        const facts = billOf({ catalogue, principalCentavos: pesos(amount), termDays });
        let before = 0;
        for (let n = 0; n <= 1500; n += 1) {
          const day = addDays(monday, n);
          const { lateCentavos, totalCentavos } = owed(facts, day);
          expect(lateCentavos).toBeGreaterThanOrEqual(before);
          expect(allCharges(facts, day)).toBeLessThanOrEqual(facts.principalCentavos);
          expect(totalCentavos).toBeGreaterThanOrEqual(facts.principalCentavos);
          before = lateCentavos;
        }
        // At 5 % a month, the late charge reaches the cap within 1,500 days.
        expect(allCharges(facts, addDays(monday, 1500))).toBe(facts.principalCentavos);
        expect(accruedTomorrow(facts, addDays(monday, 1500))).toBe(0);
      }
    }
  });

  slow('whatever is paid, a bill’s sums add up and stay within bounds', () => {
    fc.assert(
      fc.property(anyBill, anyPayments, fc.nat({ max: 400 }), (bill, payments, offset) => {
        const { facts, money, leftCentavos } = played(bill, payments);
        const day = addDays(monday, offset);
        const due = owed(facts, day);
        const { lateCentavos, interestCentavos, principalCentavos, totalCentavos } = due;
        expect(Math.min(lateCentavos, interestCentavos, principalCentavos)).toBeGreaterThanOrEqual(
          0,
        );
        expect(totalCentavos).toBe(lateCentavos + interestCentavos + principalCentavos);
        expect(totalCentavos > 0 || due.overdueDays === 0).toBe(true);
        expect(allCharges(facts, day)).toBeLessThanOrEqual(facts.principalCentavos);
        // Every centavo paid is booked or left over.
        const far = addDays(monday, 500);
        expect(paidSoFar(facts, far).totalCentavos + leftCentavos).toBe(
          sumCentavos(money.map((part) => part.amountCentavos)),
        );
        // The database may return rows in any order.
        expect(owed({ ...facts, postings: facts.postings.toReversed() }, day)).toEqual(due);
        // Paying the whole amount settles the bill, and nothing is charged after that.
        const settled = withPosting(facts, allocate(facts, totalCentavos, day), day);
        if (payments.every(([n]) => n <= offset)) {
          expect(owed(settled, day).totalCentavos).toBe(0);
          expect(owed(settled, far)).toMatchObject({ totalCentavos: 0, overdueDays: 0 });
        }
      }),
      { numRuns: loans },
    );
  });

  test('a payment covers late charge, interest and principal in this order, to the centavo', () => {
    fc.assert(
      fc.property(
        anyBill,
        fc.nat({ max: 200 }),
        fc.nat({ max: 60_000_000 }),
        (bill, offset, amount) => {
          const day = addDays(monday, offset);
          const due = owed(bill, day);
          const { lateCentavos, interestCentavos, principalCentavos, leftCentavos } = allocate(
            bill,
            centavos(amount),
            day,
          );
          expect(lateCentavos + interestCentavos + principalCentavos + leftCentavos).toBe(amount);
          expect(interestCentavos === 0 || lateCentavos === due.lateCentavos).toBe(true);
          expect(principalCentavos === 0 || interestCentavos === due.interestCentavos).toBe(true);
          expect(leftCentavos === 0 || principalCentavos === due.principalCentavos).toBe(true);
        },
      ),
    );
  });

  test('two payments on the same day have the same effect in either order', () => {
    fc.assert(
      fc.property(
        anyBill,
        fc.nat({ max: 60 }),
        fc.nat({ max: 4_000_000 }),
        fc.nat({ max: 4_000_000 }),
        (bill, offset, a, b) => {
          const paidOn = addDays(monday, offset);
          const pay = (...amounts: number[]) => {
            const { facts, leftCentavos } = settle(
              bill,
              amounts.map((amount) => ({ paidOn, amountCentavos: centavos(amount) })),
            );
            return {
              paid: paidSoFar(facts, paidOn),
              later: owed(facts, addDays(paidOn, 40)),
              leftCentavos,
            };
          };
          expect(pay(a, b)).toEqual(pay(b, a));
          expect(pay(a, b)).toEqual(pay(a + b));
        },
      ),
    );
  });

  test('the order in which payments are reported does not affect the debt', () => {
    fc.assert(
      fc.property(anyBill, anyPayments, fc.nat({ max: 90 }), (bill, payments, offset) => {
        const { facts, money } = played(bill, payments);
        const again = settle(bill, money.toReversed());
        expect(owed(again.facts, addDays(monday, offset))).toEqual(
          owed(facts, addDays(monday, offset)),
        );
      }),
    );
  });
});

describe('the debt and the savings of a bill by day', () => {
  const facts = billOf({
    catalogue: defaultCatalogue,
    principalCentavos: pesos(60_000),
    termDays: 8,
  });
  const due = addDays(monday, 8);

  test('no interest accrues on the arrival day or after the due date', () => {
    expect(owed(facts, monday).totalCentavos).toBe(pesos(60_000));
    expect(accruedTomorrow(facts, monday)).toBe(pesos(120));
    expect(accruedTomorrow(facts, due)).toBe(pesos(101.6));
    expect(savedIfPaidOn(facts, monday)).toBe(pesos(960));
    expect(savedIfPaidOn(facts, due)).toBe(0);
  });

  test('a bill due on a non-working day is not late until the next working day ends', () => {
    const free = { ...facts, firstLastFreeOn: addDays(due, 3) };
    expect(owed(free, addDays(due, 3))).toMatchObject({
      lateCentavos: 0,
      overdueDays: 0,
      totalCentavos: pesos(60_960),
    });
    expect(accruedTomorrow(free, due)).toBe(0);
    expect(owed(free, addDays(due, 4))).toMatchObject({
      lateCentavos: pesos(101.6),
      overdueDays: 1,
    });
  });

  test('the next due day is the due date, then the last free day, never a past day', () => {
    const due60960 = (on: typeof due) => ({ owedCentavos: pesos(60_960), on });
    expect([nextDue(facts, monday), nextDue(facts, due)]).toEqual([due60960(due), due60960(due)]);
    expect(nextDue(facts, addDays(due, 1))).toBeNull();
    expect(dueNext(facts, addDays(due, 5))).toEqual({
      owedCentavos: pesos(61_468),
      on: addDays(due, 5),
    });
    const free = { ...facts, firstLastFreeOn: addDays(due, 3) };
    expect(nextDue(free, due)).toEqual(due60960(due));
    expect(nextDue(free, addDays(due, 1))).toEqual(due60960(addDays(due, 3)));
    expect(nextDue(free, addDays(due, 4))).toBeNull();
  });

  test('the saving from paying now excludes what earlier payments saved', () => {
    const dayTwo = addDays(monday, 2);
    const half = withPosting(facts, allocate(facts, pesos(30_240), dayTwo), dayTwo);
    expect([savedIfPaidOn(facts, dayTwo), savedSoFar(facts, dayTwo)]).toEqual([pesos(720), 0]);
    expect([savedIfPaidOn(half, dayTwo), savedSoFar(half, dayTwo)]).toEqual([
      pesos(360),
      pesos(360),
    ]);
    const all = withPosting(half, allocate(half, pesos(30_000), dayTwo), dayTwo);
    expect([savedIfPaidOn(all, dayTwo), savedSoFar(all, due)]).toEqual([0, pesos(720)]);
    const longer = { dueOn: addDays(due, 8), lastFreeOn: addDays(due, 8) };
    const extended = {
      ...facts,
      extensions: [
        { ...longer, paidOn: due, feeCentavos: pesos(1_560), lateCentavos: centavos(0) },
      ],
    };
    expect([savedIfPaidOn(extended, due), savedSoFar(extended, due)]).toEqual([0, 0]);
  });

  test('a payment does not change the debt on earlier days', () => {
    const paid = withPosting(facts, allocate(facts, pesos(30_000), due), due);
    expect(owed(paid, addDays(due, -1))).toEqual(owed(facts, addDays(due, -1)));
    expect(nextDue(paid, addDays(due, -1))?.owedCentavos).toBe(pesos(60_960));
  });

  test('an interest coupon covers the interest that accrues first', () => {
    const coupon = {
      kind: 'interest' as const,
      amountCentavos: pesos(200),
      minimumLoanCentavos: centavos(0),
    };
    const bill = billOf({
      catalogue: defaultCatalogue,
      principalCentavos: pesos(60_000),
      termDays: 8,
      coupon,
    });
    expect(owed(bill, addDays(monday, 1)).totalCentavos).toBe(pesos(60_000));
    expect(owed(bill, addDays(monday, 2)).totalCentavos).toBe(pesos(60_040));
    expect(savedIfPaidOn(bill, addDays(monday, 2))).toBe(pesos(720));
  });

  test('the smallest payment is ₱500, or the whole debt if that is less', () => {
    expect(smallestPayment(facts, due, pesos(500))).toBe(pesos(500));
    const nearly = withPosting(facts, allocate(facts, pesos(60_660), due), due);
    expect(smallestPayment(nearly, due, pesos(500))).toBe(pesos(300));
  });
});
