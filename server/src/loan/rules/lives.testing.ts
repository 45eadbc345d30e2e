// Bills with random histories for tests of the rules: payments, extensions, waivers, promises to
// pay and write-offs, all applied as the server books them.
import { addDays, type Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos, subtractCentavos, sumCentavos } from '@sandali/contract/money.ts';
import { accruedTomorrow, owed } from '@sandali/contract/owed.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Absorbed, absorb, type SourcedMoney } from './absorb.ts';
import type { BillTerms } from './bill.ts';
import { offerExtension } from './extension.ts';
import type { SlowEvent } from './slow.testing.ts';
import { monday, noHolidays, rule2026 } from './testing.ts';

export const plain = (sourceId: string, paidOn: Day, amount: number): SourcedMoney => ({
  sourceId,
  paidOn,
  amountCentavos: centavos(amount),
});
export const total = (of: readonly { readonly amountCentavos: Centavos }[]) =>
  sumCentavos(of.map((part) => part.amountCentavos));

/** Converts the money booked on a bill into events for the day-by-day loop. */
export const slowEvents = (money: readonly SourcedMoney[]): SlowEvent[] =>
  money.map((part) =>
    part.extends
      ? {
          on: part.paidOn,
          extend: { lastFreeOn: part.extends.lastFreeOn, paid: part.amountCentavos },
        }
      : { on: part.paidOn, pay: part.amountCentavos },
  );

export type Step = readonly [
  wait: number,
  thousandths: number,
  what: 'pay' | 'extend' | 'waive' | 'adjust' | 'promise' | 'writeOff',
];
/** Random steps: the days to wait, the thousandths of the amount owed, and the event. */
export const anySteps = fc.array(
  fc.tuple(
    fc.nat({ max: 12 }),
    fc.nat({ max: 1100 }),
    fc.constantFrom('pay', 'pay', 'extend', 'waive', 'waive', 'adjust', 'promise', 'writeOff'),
  ),
  { minLength: 1, maxLength: 9 },
) as fc.Arbitrary<Step[]>;
/**
 * Applies the steps from the given day on, as the server books them. Counts the steps and the
 * waivers that had an effect.
 */
export function lived(
  first: BillTerms,
  steps: readonly Step[],
  count: Record<string, number>,
  from = addDays(monday, first.termDays - 4),
) {
  let terms = first;
  let state: Absorbed = absorb(terms, [], []);
  const came: SourcedMoney[] = [];
  let day = from;
  const grant = (more: Partial<BillTerms>) => {
    terms = { ...terms, ...more };
    state = absorb(terms, state.money, []);
    expect(state.freed).toEqual([]);
  };
  for (const [nth, [wait, thousandths, what]] of steps.entries()) {
    day = addDays(day, wait);
    const now = owed(state.facts, day);
    const share = (amount: number) => Math.floor((amount * thousandths) / 1000);
    const offer = offerExtension(state.facts, day, rule2026, noHolidays);
    const isOpen = terms.writtenOffOn === null && now.totalCentavos > 0;
    const take = (part: SourcedMoney) => {
      came.push(part);
      state = absorb(terms, state.money, [part]);
    };
    count[what] = (count[what] ?? 0) + 1;
    if (what === 'extend' && isOpen && !('refused' in offer)) {
      take({
        sourceId: `s${nth}`,
        paidOn: day,
        amountCentavos: offer.totalCentavos,
        extends: { dueOn: offer.dueOn, lastFreeOn: offer.lastFreeOn },
      });
    } else if ((what === 'waive' || what === 'adjust') && isOpen) {
      const part = what === 'waive' ? 'late' : 'interest';
      const owes = what === 'waive' ? now.lateCentavos : now.interestCentavos;
      const amountCentavos = centavos(Math.min(owes, share(owes)));
      if (amountCentavos === 0) continue;
      const before = now.totalCentavos;
      grant({ reliefs: [...terms.reliefs, { id: `r${nth}`, on: day, part, amountCentavos }] });
      expect(owed(state.facts, day).totalCentavos).toBe(before - amountCentavos);
      count.waived = (count.waived ?? 0) + 1;
    } else if (
      what === 'promise' &&
      isOpen &&
      now.overdueDays > 0 &&
      terms.promises.every((promise) => promise.madeOn < day)
    ) {
      const firstPart = centavos(Math.floor(now.totalCentavos / 3));
      const parts = [
        { on: addDays(day, 4), amountCentavos: firstPart },
        { on: addDays(day, 9), amountCentavos: subtractCentavos(now.totalCentavos, firstPart) },
      ].filter((part) => part.amountCentavos > 0);
      const known = {
        paidBeforeCentavos: total(state.money),
        extensionsBefore: state.money.filter((part) => part.extends).length,
      };
      grant({ promises: [...terms.promises, { id: `p${nth}`, madeOn: day, ...known, parts }] });
      expect(owed(state.facts, addDays(day, 4)).totalCentavos).toBe(now.totalCentavos);
    } else if (what === 'writeOff' && isOpen && now.overdueDays > 20) {
      grant({ writtenOffOn: day });
      expect(accruedTomorrow(state.facts, day)).toBe(0);
    } else if (share(now.totalCentavos) > 0) take(plain(`s${nth}`, day, share(now.totalCentavos)));
  }
  return { terms, state, came, day };
}
