// Tests that the app and the server agree on a bill's future days. The app computes them from the
// facts that it received; the server must later return the same figures on those days.
import { type AccrualFacts, zAccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day, daysBetween, laterDay, startOfDayMs } from '@sandali/contract/day.ts';
import { centavos, minCentavos } from '@sandali/contract/money.ts';
import { owed, savedIfPaidOn } from '@sandali/contract/owed.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { SettingValues } from '#/context/settings.ts';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { isAtLength } from '#/testing/effort.ts';
import type { BillRecord } from './bill.store.ts';
import { rowOf } from './bill.testing.ts';
import { billOf as answerOf } from './bills.ts';
import type { BillFacts } from './rules/bill.ts';
import { anySteps, lived, slowEvents } from './rules/lives.testing.ts';
import { slowDays } from './rules/slow.testing.ts';
import { billOf, monday, noHolidays, pesos } from './rules/testing.ts';

/** The number of pairs of a bill and a future day to test. */
const pairs = isAtLength ? 10_000 : 500;
/**
 * A number of days ahead. Half of the cases are within a week, when paying early is more likely.
 */
const anyAhead = fc.oneof(fc.nat(), fc.nat({ max: 6 }));
/** The number of days after the last free day that the screen computes. */
const daysPast = 30;

const anyBill = fc
  .record({
    bill: fc.constantFrom(
      ...[8, 15].flatMap((termDays) => [
        billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(60_000), termDays }),
        billOf({ catalogue: defaultCatalogue, principalCentavos: pesos(170_000), termDays }),
        billOf({ catalogue: smallTicketCatalogue, principalCentavos: pesos(3500), termDays }),
      ]),
    ),
    freeDays: fc.nat({ max: 3 }),
    coupon: fc.oneof(fc.constant(0), fc.nat({ max: 30_000 })),
  })
  .map(({ bill, freeDays, coupon }): BillFacts => {
    const interest = owed(bill, addDays(monday, bill.termDays)).interestCentavos;
    return {
      ...bill,
      firstLastFreeOn: addDays(monday, bill.termDays + freeDays),
      interestCouponCentavos: minCentavos(centavos(coupon), interest),
    };
  });

/** Returns the response of /bill/detail on the given day, as the app receives it. */
function answered(bill: BillRecord, day: Day) {
  const now = Temporal.Instant.fromEpochMilliseconds(startOfDayMs(day));
  const rulesOn = () => ({ returnsWithinDays: 90, returnsWaitDays: 30 });
  const ctx = { now, app: { holidays: noHolidays, rulesOn } } as unknown as BorrowerCtx;
  const answer = answerOf(ctx, { companyName: 'Sandali' } as SettingValues, {
    bill,
    returned: [],
    claimed: [],
    paying: new Set(),
  });
  return JSON.parse(JSON.stringify(answer)) as typeof answer;
}

test('the screen, the server and a day-by-day loop agree on a bill on every future day', () => {
  const counts = { open: 0, early: 0, late: 0, promised: 0, extended: 0 };
  fc.assert(
    fc.property(
      anyBill,
      anySteps,
      fc.nat({ max: 5 }),
      fc.nat({ max: 16 }),
      anyAhead,
      (first, steps, happened, wait, pick) => {
        const {
          terms,
          state,
          day: today,
        } = lived(
          first,
          steps.slice(0, happened).filter(([, , what]) => what !== 'writeOff'),
          {},
          addDays(monday, wait),
        );
        const row = rowOf(terms, state.money);
        const sent = answered(row, today);
        const facts: AccrualFacts = v.parse(v.strictObject(zAccrualFacts.entries), sent.accrual);
        const last = addDays(laterDay(today, sent.bill.lastFreeDay), daysPast);
        const day = addDays(today, pick % (daysBetween(today, last) + 1));

        const ahead = owed(facts, day);
        const then = answered(row, day);
        expect(ahead.totalCentavos).toBe(then.bill.currentDue.owedCentavos);
        expect(ahead.overdueDays).toBe(then.bill.overdueDays);
        expect([ahead.lateCentavos, ahead.interestCentavos]).toEqual([
          then.overdueFeeCentavos,
          then.interestDueCentavos,
        ]);
        expect(savedIfPaidOn(facts, day)).toBe(then.bill.savedIfPaidTodayCentavos);
        for (const [on, slow] of slowDays({ ...state.facts, ...terms }, slowEvents(state.money))) {
          if (on < day) continue;
          expect([ahead.lateCentavos, ahead.interestCentavos, ahead.principalCentavos]).toEqual([
            slow.late,
            slow.interest,
            slow.principal,
          ]);
          break;
        }
        if (ahead.totalCentavos > 0) counts.open += 1;
        if (then.bill.savedIfPaidTodayCentavos > 0) counts.early += 1;
        if (ahead.lateCentavos > 0) counts.late += 1;
        if (facts.suspensions.length > 0) counts.promised += 1;
        if (facts.extensions.length > 0) counts.extended += 1;
      },
    ),
    { numRuns: pairs },
  );
  for (const [what, often] of Object.entries(counts))
    expect([what, often > pairs / 50]).toEqual([what, true]);
}, 120_000);
