// An extension's fee combined with other payments on the bill, mainly earlier payments that are
// reported late.
import { allCharges } from '@sandali/contract/accrual.ts';
import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos, sumCentavos } from '@sandali/contract/money.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { rowOf } from '#/loan/bill.testing.ts';
import { lastLateOn } from '#/loan/facts.ts';
import { type Absorbed, absorb, type SourcedMoney } from './absorb.ts';
import { settle } from './allocate.ts';
import type { BillFacts } from './bill.ts';
import { returnedBy } from './cooling-off.ts';
import { offerExtension } from './extension.ts';
import { type SlowEvent, slowOwed } from './slow.testing.ts';
import { billOf, monday, noHolidays, pesos, rule2026 } from './testing.ts';

const runs = 400;
const bills = [8, 15].flatMap((termDays) => [
  billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays }),
  billOf({ catalogue: smallTicketCatalogue, principalCentavos: pesos(3500), termDays }),
]);
const bill = bills[0] as BillFacts;
const due = addDays(monday, 8);

/** Returns the exact payment that extends a bill on a day; null if the extension is refused. */
function fee(facts: BillFacts, paidOn: Day, sourceId: string): SourcedMoney | null {
  const offer = offerExtension(facts, paidOn, rule2026, noHolidays);
  if ('refused' in offer) return null;
  return {
    sourceId,
    paidOn,
    amountCentavos: offer.totalCentavos,
    extends: { dueOn: offer.dueOn, lastFreeOn: offer.lastFreeOn },
  };
}

function mustFee(facts: BillFacts, paidOn: Day): SourcedMoney {
  const extended = fee(facts, paidOn, 'fee');
  if (!extended) throw new Error('the extension was refused');
  return extended;
}

const plain = (sourceId: string, paidOn: Day, amount: number): SourcedMoney => ({
  sourceId,
  paidOn,
  amountCentavos: centavos(amount),
});
const total = (of: readonly { readonly amountCentavos: Centavos }[]) =>
  sumCentavos(of.map((part) => part.amountCentavos));

const anySteps = fc.array(fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 1100 }), fc.boolean()), {
  minLength: 1,
  maxLength: 6,
});
const anyLate = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 1100 })), { maxLength: 3 });

slow(`an extended bill matches a day-by-day loop, whatever is reported late (${runs} runs)`, () => {
  let moved = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...bills),
      anySteps,
      anyLate,
      fc.nat({ max: 30 }),
      (terms, steps, late, rest) => {
        let state: Absorbed = { money: [], facts: terms, freed: [] };
        const came: SourcedMoney[] = [];
        const take = (part: SourcedMoney) => {
          if (part.amountCentavos === 0) return;
          came.push(part);
          state = absorb(terms, state.money, [part]);
        };
        let day = addDays(monday, terms.termDays - 4);
        for (const [nth, [wait, thousandths, wants]] of steps.entries()) {
          day = addDays(day, wait);
          const extension = wants ? fee(state.facts, day, `s${nth}`) : null;
          take(
            extension ??
              plain(
                `s${nth}`,
                day,
                Math.floor((owed(state.facts, day).totalCentavos * thousandths) / 1000),
              ),
          );
        }
        const before = state.facts.extensions;
        for (const [nth, [offset, thousandths]] of late.entries()) {
          take(
            plain(
              `late${nth}`,
              addDays(monday, offset),
              Math.floor((terms.principalCentavos * thousandths) / 1000),
            ),
          );
        }
        const last = state.money.reduce(
          (until, part) => (part.paidOn > until ? part.paidOn : until),
          day,
        );
        const until = addDays(last, rest);
        const events = state.money.map(
          (part): SlowEvent =>
            part.extends
              ? {
                  on: part.paidOn,
                  extend: { lastFreeOn: part.extends.lastFreeOn, paid: part.amountCentavos },
                }
              : { on: part.paidOn, pay: part.amountCentavos },
        );
        const slow = slowOwed(terms, events, until);
        const fast = owed(state.facts, until);
        expect([fast.lateCentavos, fast.interestCentavos, fast.principalCentavos]).toEqual([
          slow.late,
          slow.interest,
          slow.principal,
        ]);
        expect([allCharges(state.facts, until), slow.left]).toEqual([slow.charges, 0]);
        expect(slow.charges).toBeLessThanOrEqual(terms.principalCentavos);
        // The facts account for every centavo on the bill, and the bill holds no more than was
        // paid.
        expect(paidSoFar(state.facts, until).totalCentavos).toBe(total(state.money));
        expect(total(state.money)).toBeLessThanOrEqual(total(came));
        if (JSON.stringify(before) !== JSON.stringify(state.facts.extensions)) moved += 1;
      },
    ),
    { numRuns: runs },
  );
  expect(moved).toBeGreaterThan(runs / 20);
});

describe('an extension of the due date', () => {
  const extension = mustFee(bill, due);

  test('an extension’s fee is an exact amount, and none of it pays the bill', () => {
    const { facts, leftCentavos } = settle(bill, [extension]);
    expect(facts.postings).toEqual([]);
    expect([leftCentavos, total([extension])]).toEqual([0, pesos(1560)]);
    expect(owed(facts, due)).toMatchObject({
      principalCentavos: pesos(60_000),
      interestCentavos: pesos(960),
    });
  });

  test('an extension’s fee halves if a late report shows that half the principal was paid', () => {
    const { facts, freed } = absorb(
      bill,
      [extension],
      [plain('late', addDays(due, -1), pesos(30_840))],
    );
    expect(facts.extensions).toMatchObject([{ feeCentavos: pesos(780), dueOn: addDays(due, 8) }]);
    // The remaining principal of 30,000 plus the interest of 60, less the 780 by which the fee
    // fell.
    expect(owed(facts, due).totalCentavos).toBe(pesos(30_060 - 780));
    expect(freed).toEqual([]);
  });

  test('an extension is void and its fee freed if the bill was paid off the day before', () => {
    const { facts, freed, money } = absorb(
      bill,
      [extension],
      [plain('late', addDays(due, -1), pesos(60_840))],
    );
    expect(facts.extensions).toEqual([]);
    expect(dueInForce(facts, due).dueOn).toBe(due);
    expect(owed(facts, due).totalCentavos).toBe(0);
    expect(freed).toEqual([plain('fee', due, pesos(1560))]);
    expect(money.map((part) => part.sourceId)).toEqual(['late']);
  });

  test('an extended bill counts as never late once a payoff by the due date is reported', () => {
    const after = addDays(due, 4);
    const late = mustFee(bill, after);
    const lateOn = (paidOn: Day) => {
      const { money } = absorb(bill, [late], [plain('all', paidOn, pesos(61_500))]);
      const settled = { settled_as: 'repaid', settled_on: Temporal.PlainDate.from(paidOn) };
      return lastLateOn({ ...rowOf(bill, [late]), money: rowOf(bill, money).money, ...settled });
    };
    expect([lateOn(due), lateOn(addDays(due, 2))]).toEqual([null, addDays(due, 2)]);
    expect(lastLateOn(rowOf(bill, [late]))).toBe(after);
  });

  test('an extension keeps its fee if the bill is repaid on the same day or later', () => {
    for (const day of [due, addDays(due, 3)]) {
      const { facts, freed } = absorb(bill, [extension], [plain('all', day, pesos(60_960))]);
      expect(paidSoFar(facts, day).extensionFeesCentavos).toBe(pesos(1560));
      expect([owed(facts, day).totalCentavos, freed]).toEqual([0, []]);
    }
  });

  test('an extension ends the right to return the loan, even if enough was paid in time', () => {
    const money = [
      plain('back', monday, pesos(59_390)),
      { ...extension, paidOn: addDays(monday, 5) },
    ];
    expect(returnedBy(money.slice(0, 1), bill.arrivalCentavos, addDays(monday, 3))).not.toBeNull();
    expect(returnedBy(money, bill.arrivalCentavos, addDays(monday, 3))).toBeNull();
  });
});
