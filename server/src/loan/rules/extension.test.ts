import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import { addDays, asDay, endOfDayMs } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { nextDue, owed } from '@sandali/contract/owed.ts';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { holidaySet } from '#/data/holidays/holidays.ts';
import { allocate, withPosting } from './allocate.ts';
import { amountsOf } from './amounts.ts';
import type { BillFacts } from './bill.ts';
import { coolingOffAmount, coolingOffEndsOn, isCoolingOffOpen } from './cooling-off.ts';
import {
  type ExtensionOffer,
  extensionOpensOn,
  offerExtension,
  whyNotExtend,
} from './extension.ts';
import { quoteEndsAtMs } from './quote-end.ts';
import { billOf, monday, noHolidays, pesos, rule2026 } from './testing.ts';

const facts = billOf({
  catalogue: defaultCatalogue,
  principalCentavos: pesos(60_000),
  termDays: 8,
});
const due = addDays(monday, 8);
const settled = withPosting(facts, allocate(facts, pesos(60_960), due), due);

function offered(bill: BillFacts, day = due): ExtensionOffer {
  const offer = offerExtension(bill, day, rule2026, noHolidays);
  if ('refused' in offer) throw new Error(offer.refused);
  return offer;
}

function extended(bill: BillFacts, day = due): BillFacts {
  const { feeCentavos, lateCentavos, dueOn, lastFreeOn } = offered(bill, day);
  return {
    ...bill,
    extensions: [...bill.extensions, { paidOn: day, feeCentavos, lateCentavos, dueOn, lastFreeOn }],
  };
}

describe('an extension', () => {
  test('an extension is possible from three days before the current due date', () => {
    expect(extensionOpensOn(facts, monday)).toBe(addDays(due, -3));
    expect(whyNotExtend(facts, addDays(due, -4), rule2026)).toBe('tooEarly');
    expect(whyNotExtend(facts, addDays(due, -3), rule2026)).toBeNull();
    expect(whyNotExtend(settled, due, rule2026)).toBe('billSettled');
  });

  test('an extension’s term counts from the later of due date and payment day', () => {
    expect(offered(facts, addDays(due, -3)).dueOn).toBe(addDays(due, 8));
    expect(offered(facts, addDays(due, 5)).dueOn).toBe(addDays(due, 13));
    expect(offered(facts).endsAtMs).toBe(endOfDayMs(due));
    expect(offered(facts).ruleVersion).toBe('sec-mc-14-2025');
  });

  test('an extension leaves the interest unchanged and restarts the overdue days', () => {
    const bill = extended(facts, addDays(due, 5));
    expect(owed(bill, addDays(due, 5))).toEqual({
      lateCentavos: 0,
      interestCentavos: pesos(960),
      principalCentavos: pesos(60_000),
      totalCentavos: pesos(60_960),
      overdueDays: 0,
    });
    expect(nextDue(bill, addDays(due, 5))).toEqual({
      owedCentavos: pesos(60_960),
      on: addDays(due, 13),
    });
    expect(owed(bill, addDays(due, 15))).toMatchObject({
      overdueDays: 2,
      lateCentavos: pesos(203.2),
    });
    // The debt on days before the extension can still be computed.
    expect(owed(bill, addDays(due, 4))).toMatchObject({
      overdueDays: 4,
      lateCentavos: pesos(406.4),
    });
  });

  test('after an early extension, interest accrues only until the first due date', () => {
    const bill = extended(facts, addDays(due, -3));
    expect(owed(bill, addDays(due, -3)).totalCentavos).toBe(pesos(60_600));
    expect(owed(bill, due).totalCentavos).toBe(pesos(60_960));
    expect(owed(bill, addDays(due, 8)).totalCentavos).toBe(pesos(60_960));
  });

  test('an extension is priced on the unpaid principal', () => {
    const half = withPosting(facts, allocate(facts, pesos(30_960), due), due);
    expect(offered(half).totalCentavos).toBe(pesos(780));
  });

  // The amount received counts as the principal less F, which is paid when the new term begins
  // (docs/decisions/0033).
  test.each([
    [60_000, 8, 1560, 195, 118.63, 10.39],
    [60_000, 15, 2940, 196, 119.23, 10.58],
    [1000, 8, 26, 3.25, 118.63, 10.39],
    [1000, 15, 49, 3.27, 119.23, 10.58],
  ])(
    'an extension of ₱%d for %d days states its finance charge and rates',
    (principal, termDays, charge, aDay, annual, monthly) => {
      const catalogue = principal < 60_000 ? smallTicketCatalogue : defaultCatalogue;
      const bill = billOf({ catalogue, principalCentavos: pesos(principal), termDays });
      const dueOn = addDays(monday, termDays);
      const disclosed = {
        feeCentavos: pesos(charge),
        costADayCentavos: pesos(aDay),
        simpleAnnualRateHundredths: pesos(annual),
        effectiveMonthlyRateHundredths: pesos(monthly),
      };
      // An early or late extension has the same figures, because the new term has the same length
      // and late charges are not part of the effective rate.
      for (const after of [-3, 0, 5])
        expect(offered(bill, addDays(dueOn, after))).toMatchObject(disclosed);
    },
  );

  test.each([defaultCatalogue, smallTicketCatalogue])(
    'an offered extension has a lawful effective rate for every amount in the catalogue',
    (catalogue) => {
      for (const amount of amountsOf(catalogue.amounts)) {
        for (const { days } of catalogue.terms) {
          const { effectiveMonthlyRateHundredths } = offered(
            billOf({ catalogue, principalCentavos: amount, termDays: days }),
            addDays(monday, days),
          );
          expect(effectiveMonthlyRateHundredths).toBeLessThanOrEqual(
            (rule2026.growthPercentPerMonth - 100) * 100,
          );
        }
      }
    },
  );

  test('a bill can be extended at most three times', () => {
    let bill = facts;
    for (const _ of [1, 2, 3]) bill = extended(bill, dueInForce(bill, addDays(due, 60)).dueOn);
    expect(bill.extensions.length).toBe(3);
    expect(dueInForce(bill, addDays(due, 60)).dueOn).toBe(addDays(due, 24));
    expect(whyNotExtend(bill, addDays(due, 24), rule2026)).toBe('tooManyExtensions');
  });

  test('refuses an extension if its cost would exceed the legal caps', () => {
    expect(whyNotExtend({ ...facts, serviceFeeBps: 200 }, due, rule2026)).toBe('aboveEffectiveCap');
    // Deduction 610, interest 960, fee 1,560, late charge 101.60 a day. After 559 days, 60 pesos
    // remain below the cap, less than the late charge of one day.
    expect(whyNotExtend(facts, addDays(due, 559), rule2026)).toBeNull();
    expect(whyNotExtend(facts, addDays(due, 560), rule2026)).toBe('aboveTotalCap');
    const exact: BillFacts = { ...facts, arrivalCentavos: centavos(960_00 + 1560_00) };
    expect(whyNotExtend(exact, addDays(due, -3), rule2026)).toBeNull();
    expect(
      whyNotExtend(
        { ...exact, arrivalCentavos: centavos(exact.arrivalCentavos - 1) },
        addDays(due, -3),
        rule2026,
      ),
    ).toBe('aboveTotalCap');
  });

  test('an extension due on a holiday has no late charge through the next working day', () => {
    const bill = { ...facts, arrivedOn: asDay('2026-12-09'), firstLastFreeOn: asDay('2026-12-17') };
    const offer = offerExtension(bill, asDay('2026-12-17'), rule2026, holidaySet());
    expect(offer).toMatchObject({ dueOn: '2026-12-25', lastFreeOn: '2026-12-28' });
  });
});

describe('cooling-off', () => {
  test('cooling-off ends with the third working day after the payout arrived', () => {
    expect(coolingOffEndsOn(monday, noHolidays)).toBe(addDays(monday, 3));
    expect(coolingOffEndsOn(asDay('2026-04-01'), holidaySet())).toBe('2026-04-08');
    expect(coolingOffEndsOn(asDay('2026-04-03'), holidaySet())).toBe('2026-04-08');
  });

  test('a return within cooling-off costs the arrival amount less the payments so far', () => {
    const on = addDays(monday, 1);
    expect(coolingOffAmount(facts, on)).toBe(pesos(59_390));
    const paid = withPosting(facts, allocate(facts, pesos(1000), on), on);
    expect(coolingOffAmount(paid, on)).toBe(pesos(58_390));
    const more = withPosting(facts, allocate(facts, pesos(59_800), on), on);
    expect(coolingOffAmount(more, on)).toBe(0);
  });

  test('an extension ends cooling-off, but a payoff does not', () => {
    expect(isCoolingOffOpen(facts, addDays(monday, 3), noHolidays)).toBe(true);
    expect(isCoolingOffOpen(facts, addDays(monday, 4), noHolidays)).toBe(false);
    const paid = withPosting(facts, allocate(facts, pesos(60_000), monday), monday);
    expect(isCoolingOffOpen(paid, monday, noHolidays)).toBe(true);
    const extension = {
      paidOn: addDays(monday, 1),
      feeCentavos: pesos(1560),
      lateCentavos: centavos(0),
      dueOn: due,
      lastFreeOn: due,
    };
    expect(
      isCoolingOffOpen({ ...facts, extensions: [extension] }, addDays(monday, 1), noHolidays),
    ).toBe(false);
    expect(isCoolingOffOpen({ ...facts, extensions: [extension] }, monday, noHolidays)).toBe(true);
  });
});

test('a quote expires after ten minutes, or earlier at midnight', () => {
  const noonMs = endOfDayMs(due) - 12 * 3600 * 1000;
  expect(quoteEndsAtMs(noonMs, Number.POSITIVE_INFINITY)).toBe(noonMs + 600_000);
  expect(quoteEndsAtMs(endOfDayMs(due) - 1000, Number.POSITIVE_INFINITY)).toBe(endOfDayMs(due));
});
