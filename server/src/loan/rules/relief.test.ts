// Waivers, promises to pay and write-offs, combined with payments in any order. Some payments are
// reported late.
import { allCharges } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import { centavos, sumCentavos } from '@sandali/contract/money.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { absorb, type SourcedMoney } from './absorb.ts';
import { settle } from './allocate.ts';
import { offerExtension } from './extension.ts';
import { anySteps, lived, plain, slowEvents, total } from './lives.testing.ts';
import { firstUnpaidPart, type PromiseToPay, partsPaidBy, type Relief } from './relief.ts';
import { slowOwed } from './slow.testing.ts';
import { billOf, monday, noHolidays, pesos, rule2026 } from './testing.ts';

const runs = 400;
const bills = [8, 15].flatMap((termDays) => [
  billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays }),
  billOf({ catalogue: smallTicketCatalogue, principalCentavos: pesos(3500), termDays }),
]);
const bill = billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays: 8 });
const due = addDays(monday, 8);
const late = (id: string, on: Day, amount: number): Relief => ({
  id,
  on,
  part: 'late',
  amountCentavos: centavos(amount),
});

const anyLate = fc.array(fc.tuple(fc.nat({ max: 50 }), fc.nat({ max: 800 })), { maxLength: 3 });

slow(`a bill with reliefs matches a day-by-day loop despite late reports (${runs} runs)`, () => {
  const count: Record<string, number> = {};
  let shrunk = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...bills),
      anySteps,
      anyLate,
      fc.nat({ max: 30 }),
      (first, steps, lateReports, rest) => {
        const life = lived(first, steps, count);
        const { terms, came, day } = life;
        let { state } = life;
        const waivedBefore = waivedSoFar(state.facts, day).totalCentavos;
        for (const [nth, [offset, thousandths]] of lateReports.entries()) {
          const part = plain(
            `late${nth}`,
            addDays(monday, offset),
            Math.floor((terms.principalCentavos * thousandths) / 1000),
          );
          if (part.amountCentavos === 0 || part.paidOn > day) continue;
          came.push(part);
          state = absorb(terms, state.money, [part]);
        }
        const until = addDays(day, rest);
        const slow = slowOwed({ ...state.facts, ...terms }, slowEvents(state.money), until);
        const fast = owed(state.facts, until);
        expect([fast.lateCentavos, fast.interestCentavos, fast.principalCentavos]).toEqual([
          slow.late,
          slow.interest,
          slow.principal,
        ]);
        expect([allCharges(state.facts, until), slow.left]).toEqual([slow.charges, 0]);
        expect(slow.charges).toBeLessThanOrEqual(terms.principalCentavos);
        expect(paidSoFar(state.facts, until).totalCentavos).toBe(total(state.money));
        expect(total(state.money)).toBeLessThanOrEqual(total(came));
        for (const relief of terms.reliefs) {
          const waiver = state.facts.waivers.find((waived) => waived.id === relief.id);
          expect(
            sumCentavos(waiver ? [waiver.lateCentavos, waiver.interestCentavos] : []),
          ).toBeLessThanOrEqual(relief.amountCentavos);
        }
        if (waivedSoFar(state.facts, day).totalCentavos < waivedBefore) shrunk += 1;
      },
    ),
    { numRuns: runs },
  );
  expect(count.waived).toBeGreaterThan(runs / 4);
  for (const event of ['pay', 'extend', 'promise', 'writeOff'])
    expect(count[event]).toBeGreaterThan(runs / 4);
  expect(shrunk).toBeGreaterThan(runs / 50);
});

describe('a waived late charge', () => {
  const day = addDays(due, 5);

  test('a waived late charge is no longer owed, and only later days are charged', () => {
    const { facts } = settle({ ...bill, reliefs: [late('r', day, 50_800)] }, []);
    expect(owed(facts, day)).toMatchObject({
      lateCentavos: 0,
      totalCentavos: pesos(60_960),
      overdueDays: 5,
    });
    expect(owed(facts, addDays(day, 1)).lateCentavos).toBe(pesos(609.6) - pesos(508));
    expect(owed(facts, addDays(day, -1)).lateCentavos).toBe(pesos(406.4));
  });

  test('a waiver covers less if an earlier payment, reported late, reduced the charge', () => {
    const { facts } = settle({ ...bill, reliefs: [late('r', day, 50_800)] }, [
      plain('m', addDays(due, -1), pesos(30_840)),
    ]);
    expect(waivedSoFar(facts, day).lateCentavos).toBe(
      owed({ ...facts, waivers: [] }, day).lateCentavos,
    );
    expect(waivedSoFar(facts, day).lateCentavos).toBeLessThan(pesos(508));
    expect(owed(facts, day).lateCentavos).toBe(0);
  });

  test('a waiver applies before the payments on its day', () => {
    const { facts } = settle({ ...bill, reliefs: [late('r', day, 30_800)] }, [
      plain('m', day, 20_000),
    ]);
    expect(paidSoFar(facts, day)).toMatchObject({ lateCentavos: 20_000, principalCentavos: 0 });
    expect(owed(facts, day).lateCentavos).toBe(0);
  });
});

describe('a promise to pay', () => {
  const madeOn = addDays(due, 5);
  const promise: PromiseToPay = {
    id: 'p',
    madeOn,
    paidBeforeCentavos: centavos(0),
    extensionsBefore: 0,
    parts: [
      { on: addDays(madeOn, 10), amountCentavos: pesos(20_000) },
      { on: addDays(madeOn, 20), amountCentavos: pesos(41_468) },
    ],
  };
  const terms = { ...bill, promises: [promise] };
  const dueThen = (money: readonly SourcedMoney[], n: number) =>
    owed(settle(terms, money).facts, addDays(madeOn, n)).totalCentavos;

  test('a promise to pay suspends the late charge for as long as its parts are paid', () => {
    const firstPaid = [plain('a', addDays(madeOn, 10), pesos(20_000))];
    expect([dueThen([], 1), dueThen([], 10)]).toEqual([pesos(61_468), pesos(61_468)]);
    expect([dueThen(firstPaid, 10), dueThen(firstPaid, 20)]).toEqual([
      pesos(41_468),
      pesos(41_468),
    ]);
    const all = [...firstPaid, plain('b', addDays(madeOn, 20), pesos(41_468))];
    expect([dueThen(all, 20), dueThen(all, 40)]).toEqual([0, 0]);
  });

  test('after a missed part of a promise, the late charge grows again from the next day', () => {
    // The late charge per day is 60,960.00 / 600.
    expect([dueThen([], 10), dueThen([], 11), dueThen([], 12)]).toEqual([
      pesos(61_468),
      pesos(61_569.6),
      pesos(61_671.2),
    ]);
    const short = [plain('a', addDays(madeOn, 10), pesos(19_999.99))];
    expect(firstUnpaidPart(promise, short)).toEqual(promise.parts[0]);
    expect(dueThen(short, 11)).toBeGreaterThan(dueThen(short, 10));
  });

  test('a promise with a missed part counts as kept once an earlier payment is reported', () => {
    const reported = [plain('a', addDays(madeOn, 9), pesos(20_000))];
    expect(dueThen(reported, 15)).toBe(pesos(41_468));
    expect(
      partsPaidBy(promise, reported, addDays(madeOn, 15)).map((part) => part.paidCentavos),
    ).toEqual([pesos(20_000), 0]);
  });

  test('an extension or a newer promise ends a promise to pay', () => {
    const offer = offerExtension(settle(terms, []).facts, addDays(madeOn, 3), rule2026, noHolidays);
    if ('refused' in offer) throw new Error(offer.refused);
    const { dueOn, lastFreeOn, totalCentavos } = offer;
    const extended = [
      { ...plain('x', addDays(madeOn, 3), totalCentavos), extends: { dueOn, lastFreeOn } },
    ];
    expect(settle(terms, extended).facts.suspensions).toEqual([
      { fromOn: addDays(madeOn, 1), toOn: addDays(madeOn, 3) },
    ]);
    // An extension also ends the promise if its day is the promise's own day, or the day before in
    // a late report.
    const from = (on: Day) =>
      settle(terms, [{ ...plain('x', on, totalCentavos), extends: { dueOn, lastFreeOn } }]).facts
        .suspensions;
    expect([from(madeOn), from(addDays(madeOn, -1))]).toEqual([[], []]);
    const known = { ...terms, promises: [{ ...promise, extensionsBefore: 1 }] };
    const before = [{ ...plain('x', madeOn, totalCentavos), extends: { dueOn, lastFreeOn } }];
    expect(settle(known, before).facts.suspensions).toMatchObject([{ fromOn: addDays(madeOn, 1) }]);
    const second = { ...promise, id: 'q', madeOn: addDays(madeOn, 6) };
    expect(settle({ ...terms, promises: [promise, second] }, []).facts.suspensions[0]?.toOn).toBe(
      addDays(madeOn, 6),
    );
  });
});
