// Compares the debt of a bill with reversals to a day-by-day loop, on each day.
import { allCharges, lateCharged } from '@sandali/contract/accrual.ts';
import { addDays, type Day, daysBetween } from '@sandali/contract/day.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { isAtLength } from '#/testing/effort.ts';
import { absorb, type SourcedMoney } from './absorb.ts';
import { settle } from './allocate.ts';
import type { BillFacts } from './bill.ts';
import { returnedBy } from './cooling-off.ts';
import { plain } from './lives.testing.ts';
import { billOf, monday, pesos } from './testing.ts';

const bills = [8, 15].flatMap((termDays) => [
  billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays }),
  billOf({ catalogue: smallTicketCatalogue, principalCentavos: pesos(3500), termDays }),
]);
const back = (sourceId: string, paidOn: Day, amount: number, nth = 0): SourcedMoney => ({
  ...plain(sourceId, paidOn, -amount),
  reversalId: `${sourceId} ${nth}`,
});

type Event = { on: Day; source: number; amount: bigint };

/**
 * Computes the debt day by day. A negative `amount` reverses payments from its source, latest
 * first.
 */
function* byDays(bill: BillFacts, events: readonly Event[]) {
  const P = BigInt(bill.principalCentavos);
  const deducted = P - BigInt(bill.arrivalCentavos);
  const paid = { late: 0n, interest: 0n, principal: 0n };
  const waived = { late: 0n, interest: 0n, principal: 0n };
  const of = new Map<number, typeof paid>();
  let [interestSum, lateSum] = [0n, 0n];
  const least = (a: bigint, b: bigint) => (a < b ? a : b);
  const positive = (a: bigint) => (a > 0n ? a : 0n);
  const charged = () => {
    const interest = positive(
      (interestSum * BigInt(bill.interestPerDayBps)) / 10_000n -
        BigInt(bill.interestCouponCentavos),
    );
    const formula = (lateSum * BigInt(bill.lateChargePerMonthBps)) / 300_000n;
    return { interest, late: least(formula, positive(P - deducted - interest)), principal: P };
  };
  const owes = (part: keyof typeof paid) => positive(charged()[part] - paid[part] - waived[part]);
  const rest = () => owes('late') + owes('interest') + owes('principal');
  const waiveRest = () => {
    if (waived.late + waived.interest + waived.principal > 0n || rest() > 99n) return;
    for (const part of ['late', 'interest', 'principal'] as const) waived[part] += owes(part);
  };
  for (let day = bill.arrivedOn; ; day = addDays(day, 1)) {
    const k = daysBetween(bill.arrivedOn, day);
    if (k > 0 && k <= bill.termDays) interestSum += owes('principal');
    if (day > bill.firstLastFreeOn) lateSum += owes('principal') + owes('interest');
    const today = events.filter(({ on }) => on === day);
    // Order: reversals of earlier payments, payments reversed on the same day, other payments.
    const ranked = today.map((event) => {
      const same = today.filter(({ source }) => source === event.source);
      const isBack = same.some(({ amount }) => amount < 0n);
      const rank = !isBack ? 2 : same.some(({ amount }) => amount > 0n) ? 1 : 0;
      return { ...event, rank, pair: rank === 1 ? event.source : 0 };
    });
    for (const { source, amount } of ranked.sort((a, b) => a.rank - b.rank || a.pair - b.pair)) {
      const mine = of.get(source) ?? { late: 0n, interest: 0n, principal: 0n };
      of.set(source, mine);
      let rest = amount < 0n ? -amount : amount;
      if (amount < 0n) Object.assign(waived, { late: 0n, interest: 0n, principal: 0n });
      const order =
        amount < 0n
          ? (['principal', 'interest', 'late'] as const)
          : (['late', 'interest', 'principal'] as const);
      for (const part of order) {
        const share = least(rest, amount < 0n ? mine[part] : owes(part));
        const signed = amount < 0n ? -share : share;
        paid[part] += signed;
        mine[part] += signed;
        rest -= share;
      }
      waiveRest();
    }
    const total = {
      late: Number(owes('late')),
      interest: Number(owes('interest')),
      principal: Number(owes('principal')),
    };
    yield [day, total, Number(deducted + charged().interest + charged().late)] as const;
  }
}

/** Random steps: the days to wait, and the thousandths of the amount to pay or to reverse. */
const anyLife = fc.record({
  bill: fc.constantFrom(...bills),
  free: fc.nat({ max: 3 }),
  steps: fc.array(
    fc.record({
      wait: fc.nat({ max: 9 }),
      thousandths: fc.integer({ min: 1, max: 1000 }),
      takes: fc.option(fc.nat()),
    }),
    {
      minLength: 1,
      maxLength: 10,
    },
  ),
  ahead: fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 900 })),
});

describe('reversed money', () => {
  slow('reversed money is owed again from the day of the reversal, as in a day-by-day loop', () => {
    const counts = { parts: 0, wholes: 0, reopened: 0, late: 0, capped: 0 };
    const runs = isAtLength ? 2000 : 200;
    fc.assert(
      fc.property(anyLife, ({ bill: first, free, steps, ahead }) => {
        const bill = { ...first, firstLastFreeOn: addDays(first.firstLastFreeOn, free) };
        let state = absorb(bill, [], []);
        const events: Event[] = [];
        let day = monday;
        for (const [nth, { wait, thousandths, takes }] of steps.entries()) {
          day = addDays(day, wait);
          const sources = [...Map.groupBy(state.money, (part) => part.sourceId)]
            .map(
              ([id, all]) => [id, all.reduce((sum, part) => sum + part.amountCentavos, 0)] as const,
            )
            .filter(([, has]) => has > 0);
          const source = takes !== null ? sources[takes % Math.max(1, sources.length)] : undefined;
          if (source) {
            const amount =
              thousandths > 500
                ? source[1]
                : Math.max(1, Math.floor((source[1] * thousandths) / 1000));
            counts[amount === source[1] ? 'wholes' : 'parts'] += 1;
            if (owed(state.facts, day).totalCentavos === 0) counts.reopened += 1;
            const before = state.facts;
            state = absorb(bill, state.money, [back(source[0], day, amount, nth)]);
            expect(state.freed).toEqual([]);
            // A reversal does not change the charges up to that day by a single centavo.
            expect(lateCharged(state.facts, day)).toBe(lateCharged(before, day));
            events.push({ on: day, source: Number(source[0]), amount: BigInt(-amount) });
          } else {
            const due = owed(state.facts, day).totalCentavos;
            const amount = thousandths > 600 ? due : Math.floor((due * thousandths) / 1000);
            if (amount === 0) continue;
            state = absorb(bill, state.money, [plain(String(nth), day, amount)]);
            events.push({ on: day, source: nth, amount: BigInt(amount) });
          }
        }
        const until = addDays(day, ahead);
        for (const [on, byHand, charges] of byDays(bill, events)) {
          if (on > until) break;
          if (daysBetween(monday, on) % 11 !== 0 && on !== day) continue;
          const {
            lateCentavos: late,
            interestCentavos: interest,
            principalCentavos: principal,
          } = owed(state.facts, on);
          expect([on, { late, interest, principal }]).toEqual([on, byHand]);
          expect(allCharges(state.facts, on)).toBe(charges);
          expect(charges).toBeLessThanOrEqual(bill.principalCentavos);
          expect(Object.values(paidSoFar(state.facts, on)).every((amount) => amount >= 0)).toBe(
            true,
          );
          if (late > 0) counts.late += 1;
          if (charges === bill.principalCentavos) counts.capped += 1;
        }
        // Settling the stored money again returns the same facts.
        expect(settle(bill, state.money).facts).toEqual(state.facts);
      }),
      { numRuns: runs },
    );
    for (const [what, count] of Object.entries(counts))
      expect(count, what).toBeGreaterThan(runs / 20);
  });

  test('after a reversal, a late-reported earlier payment settles the bill again', () => {
    const [bill] = bills as [BillFacts];
    const whole = owed(bill, addDays(monday, 4)).totalCentavos;
    const paid = absorb(bill, [], [plain('a', addDays(monday, 4), whole)]);
    const reversed = absorb(bill, paid.money, [back('a', addDays(monday, 6), whole)]);
    expect(owed(reversed.facts, addDays(monday, 6)).principalCentavos).toBe(bill.principalCentavos);
    const late = absorb(bill, reversed.money, [
      plain('b', addDays(monday, 2), owed(bill, addDays(monday, 2)).totalCentavos),
    ]);
    expect(late.money.map((part) => part.sourceId)).toEqual(['b']);
    expect(late.freed).toEqual([]);
    expect(owed(late.facts, addDays(monday, 9)).totalCentavos).toBe(0);
  });

  test('a reversal of less than one peso is waived, and the bill stays repaid', () => {
    const [bill] = bills as [BillFacts];
    const day = addDays(monday, 4);
    const paid = absorb(bill, [], [plain('a', day, owed(bill, day).totalCentavos)]);
    const reversed = absorb(bill, paid.money, [back('a', addDays(day, 1), 99)]);
    expect(owed(reversed.facts, addDays(day, 40)).totalCentavos).toBe(0);
    const more = absorb(bill, reversed.money, [back('a', addDays(day, 2), 1, 1)]);
    expect(owed(more.facts, addDays(day, 2)).totalCentavos).toBe(100);
  });

  test('a partly reversed extension fee ends the extension, and the rest pays the bill', () => {
    const [bill] = bills as [BillFacts];
    const dueOn = addDays(monday, 8);
    const [extendedTo, backTo] = [addDays(dueOn, 8), addDays(dueOn, 4)];
    const fee = {
      ...plain('fee', dueOn, 156_000),
      extends: { dueOn: extendedTo, lastFreeOn: extendedTo },
    };
    const extended = absorb(bill, [], [fee]);
    const leaves = { dueOn, lastFreeOn: backTo };
    const reversed = absorb(bill, extended.money, [
      { ...back('fee', addDays(dueOn, 2), 56_000), leaves },
    ]);
    expect(paidSoFar(reversed.facts, backTo)).toMatchObject({
      extensionFeesCentavos: 0,
      interestCentavos: 96_000,
      principalCentavos: 4_000,
    });
    expect(owed(reversed.facts, backTo)).toMatchObject({
      lateCentavos: 0,
      overdueDays: 0,
      principalCentavos: 5_996_000,
    });
    // The first overdue day after the restored term costs 5 % of the unpaid amount per month.
    expect(owed(reversed.facts, addDays(backTo, 1))).toMatchObject({
      lateCentavos: Math.floor(5_996_000 / 600),
      overdueDays: 1,
    });
  });

  test('a loan whose payment is reversed does not count as returned', () => {
    const [bill] = bills as [BillFacts];
    const money = [
      plain('a', addDays(monday, 1), bill.arrivalCentavos),
      back('a', addDays(monday, 9), bill.arrivalCentavos),
    ];
    expect(returnedBy(money, bill.arrivalCentavos, addDays(monday, 3))).toBeNull();
    const again = [...money, plain('b', addDays(monday, 2), bill.arrivalCentavos)];
    expect(
      returnedBy(again, bill.arrivalCentavos, addDays(monday, 3))?.applied.map(
        (part) => part.sourceId,
      ),
    ).toEqual(['b']);
  });
});
