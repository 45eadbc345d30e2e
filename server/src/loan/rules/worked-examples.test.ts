// Worked examples of loans, late charges and extensions, to the centavo.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { interestFor } from '@sandali/contract/charges.ts';
import { addDays, asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { nextDue, owed, savedIfPaidOn, savedSoFar } from '@sandali/contract/owed.ts';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { legalRules } from '#/data/legal-rules.ts';
import { allocate, withPosting } from './allocate.ts';
import { isCostWithin, isGrowthWithin, largestDeduction } from './caps.ts';
import { offerExtension } from './extension.ts';
import { legalRuleOn } from './legal-rule.ts';
import { type CouponTerms, quote } from './price.ts';
import {
  agreed,
  billOf,
  monday,
  noHolidays,
  pesos,
  quoted,
  quoteInput,
  rule2026,
} from './testing.ts';

const off = (kind: CouponTerms['kind'], amount: number): CouponTerms => ({
  kind,
  amountCentavos: pesos(amount),
  minimumLoanCentavos: pesos(1),
});
const fee = (amount: number) => off('serviceFee', amount);
const interest = (amount: number) => off('interest', amount);

// Columns: principal, days, coupon; then interest, service fee, arrival amount, repayment, finance
// charge, annual rate, effective monthly rate; late charge and debt after 5 overdue days; cost of
// an extension on the due date and after 5 overdue days.
const rows: ReadonlyArray<readonly [number, number, CouponTerms | null, readonly number[]]> = [
  [60_000, 8, null, [960, 600, 59_390, 60_960, 1570, 119.39, 10.28, 508, 61_468, 1560, 2068]],
  [60_000, 8, fee(200), [960, 400, 59_590, 60_960, 1370, 104.18, 8.9, 508, 61_468, 1560, 2068]],
  [
    60_000,
    8,
    interest(200),
    [760, 600, 59_390, 60_760, 1370, 104.18, 8.93, 506.33, 61_266.33, 1560, 2066.33],
  ],
  [60_000, 15, null, [1800, 1140, 58_850, 61_800, 2950, 119.64, 10.28, 515, 62_315, 2940, 3455]],
  [60_000, 15, fee(200), [1800, 940, 59_050, 61_800, 2750, 111.53, 9.54, 515, 62_315, 2940, 3455]],
  [
    60_000,
    15,
    interest(200),
    [1600, 1140, 58_850, 61_600, 2750, 111.53, 9.57, 513.33, 62_113.33, 2940, 3453.33],
  ],
  [1000, 8, null, [16, 4.01, 985.99, 1016, 30.01, 136.92, 11.9, 8.46, 1024.46, 26, 34.46]],
  [1000, 8, fee(5), [16, 0, 990, 1016, 26, 118.63, 10.21, 8.46, 1024.46, 26, 34.46]],
  [1000, 8, interest(5), [11, 4.01, 985.99, 1011, 25.01, 114.11, 9.85, 8.42, 1019.42, 26, 34.42]],
  [1000, 15, null, [30, 16.3, 973.7, 1030, 56.3, 137, 11.9, 8.58, 1038.58, 49, 57.58]],
  [1000, 15, fee(5), [30, 11.3, 978.7, 1030, 51.3, 124.83, 10.76, 8.58, 1038.58, 49, 57.58]],
  [1000, 15, interest(5), [25, 16.3, 973.7, 1025, 51.3, 124.83, 10.82, 8.54, 1033.54, 49, 57.54]],
];

const catalogueOf = (principal: number) =>
  principal < 60_000 ? smallTicketCatalogue : defaultCatalogue;
const wish = (principal: number, termDays: number, coupon: CouponTerms | null = null) => ({
  catalogue: catalogueOf(principal),
  principalCentavos: pesos(principal),
  termDays,
  coupon,
});

describe('the table of worked examples', () => {
  test.each(rows)('prices ₱%d for %d days, coupon %o', (principal, termDays, coupon, figures) => {
    const offer = quoted(wish(principal, termDays, coupon));
    const facts = billOf(wish(principal, termDays, coupon));
    const due = addDays(monday, termDays);
    const late = owed(facts, addDays(due, 5));
    const extension = (overdueDays: number) => {
      const answer = offerExtension(facts, addDays(due, overdueDays), rule2026, noHolidays);
      return 'refused' in answer ? answer.refused : answer.totalCentavos;
    };
    const inCentavos = [
      offer.interestCentavos,
      offer.serviceFeeCentavos,
      offer.arrivalCentavos,
      offer.repayCentavos,
      offer.financeChargeCentavos,
      offer.simpleAnnualRateHundredths,
      offer.effectiveMonthlyRateHundredths,
      late.lateCentavos,
      late.totalCentavos,
      extension(0),
      extension(5),
    ];
    expect(inCentavos).toEqual(figures.map(pesos));
    expect(late.overdueDays).toBe(5);
    expect(offer.repayCentavos).toBe(owed(facts, due).totalCentavos);
    expect(offer.amountFinancedCentavos).toBe(offer.principalCentavos);
  });

  test('fees stay below the cap by a margin, and a coupon is used only up to the fee', () => {
    const plain = quoted(wish(1000, 8));
    expect([plain.serviceFeeListedCentavos, plain.serviceFeeCappedCentavos]).toEqual([
      pesos(10),
      pesos(4.01),
    ]);
    expect(quoted(wish(1000, 15)).serviceFeeListedCentavos).toBe(pesos(19));
    const couponed = quoted(wish(1000, 8, fee(5)));
    expect([couponed.serviceFeeCouponCentavos, couponed.couponLostCentavos]).toEqual([
      pesos(4.01),
      pesos(0.99),
    ]);
  });
});

/** Returns the table of examples in docs/lenders/prices.md. */
function exampleTable(): string {
  const written = (amount: number) =>
    amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const whole = (amount: number) => amount.toLocaleString('en');
  const couponOf = (coupon: CouponTerms | null) =>
    coupon
      ? `${whole(coupon.amountCentavos / 100)} off the ${coupon.kind === 'interest' ? 'interest' : 'service fee'}`
      : 'none';
  const lines = rows.map(([principal, termDays, coupon, figures]) =>
    [whole(principal), termDays, couponOf(coupon), ...figures.map(written)].join(' | '),
  );
  return lines.map((line) => `| ${line} |`).join('\n');
}

test('docs/lenders/prices.md lists the worked examples', () => {
  const page = fs.readFileSync(
    path.join(import.meta.dirname, '../../../../docs/lenders/prices.md'),
    'utf8',
  );
  expect(page).toContain(`|---|\n${exampleTable()}\n`);
});

describe('the margin under the cap', () => {
  // Columns: principal, days, channel fee, service fee. Without the margin, the law would allow
  // service fees of 4.24, 11.36, 3.49 and 28.48.
  test.each([
    [1000, 8, 10, 4.01],
    [1500, 8, 10, 11.01],
    [2000, 8, 25, 3.02],
    [2000, 15, 25, 27.61],
  ])(
    'a loan of ₱%d for %d days with a channel fee of ₱%d has a service fee of at most ₱%d',
    (principal, days, channelFee, most) => {
      const input = { ...quoteInput(wish(principal, days)), channelFeeCentavos: pesos(channelFee) };
      const priced = agreed(quote(input));
      expect([priced.serviceFeeCentavos, priced.effectiveMonthlyRateHundredths]).toEqual([
        pesos(most),
        1190,
      ]);
    },
  );
});

describe('payments made early, in part or late', () => {
  test.each([
    [1, 60_120],
    [3, 60_360],
    [5, 60_600],
  ])('paying off ₱60,000 on day %d costs ₱%d', (day, payoff) => {
    const facts = billOf(wish(60_000, 8));
    const on = addDays(monday, day);
    expect(owed(facts, on).totalCentavos).toBe(pesos(payoff));
    expect(savedIfPaidOn(facts, on)).toBe(pesos(60_960 - payoff));
  });

  test('a payment of 30,000 on day 5 lowers the interest on 60,000 for 15 days', () => {
    const facts = billOf(wish(60_000, 15));
    const dayFive = addDays(monday, 5);
    const shared = allocate(facts, pesos(30_000), dayFive);
    expect(shared).toEqual({
      lateCentavos: 0,
      interestCentavos: pesos(600),
      principalCentavos: pesos(29_400),
      leftCentavos: 0,
    });
    const paid = withPosting(facts, shared, dayFive);
    expect(nextDue(paid, dayFive)).toEqual({
      owedCentavos: pesos(31_212),
      on: addDays(monday, 15),
    });
    expect([savedIfPaidOn(facts, dayFive), savedIfPaidOn(paid, dayFive)]).toEqual([
      pesos(1_200),
      pesos(612),
    ]);
    expect([
      savedIfPaidOn(paid, addDays(monday, 15)),
      savedSoFar(paid, addDays(monday, 15)),
    ]).toEqual([0, pesos(588)]);
  });

  test('a payment of 20,000 on overdue day 3 pays the late charge first', () => {
    const facts = billOf(wish(60_000, 8));
    const due = addDays(monday, 8);
    const shared = allocate(facts, pesos(20_000), addDays(due, 3));
    expect(shared.lateCentavos).toBe(pesos(304.8));
    expect(owed(withPosting(facts, shared, addDays(due, 3)), addDays(due, 5)).totalCentavos).toBe(
      pesos(41_402.34),
    );
  });
});

describe('the legal caps', () => {
  test('refuses a channel whose fee is too high for the amount', () => {
    const ask = (principal: number, channelFee: number) =>
      quote({ ...quoteInput(wish(principal, 8)), channelFeeCentavos: pesos(channelFee) });
    expect(ask(1000, 15)).toEqual({
      refused: 'channelTooCostly',
      smallestAmountCentavos: pesos(1500),
    });
    for (const principal of [1000, 1500]) {
      expect(ask(principal, 25)).toEqual({
        refused: 'channelTooCostly',
        smallestAmountCentavos: pesos(2000),
      });
    }
    expect(ask(2000, 25)).not.toHaveProperty('refused');
  });

  test.each([
    [3000, 15, 174.9],
    [5000, 8, 153.41],
    [3000, 7, 80.38],
  ])('₱%d for %d days may cost ₱%d if all charges are paid at the end', (principal, days, most) => {
    const lawful = (cost: number) =>
      isGrowthWithin(pesos(principal), centavos(pesos(principal) + cost), days, rule2026) &&
      isCostWithin(pesos(principal), centavos(pesos(principal) + cost), days, rule2026);
    expect(lawful(pesos(most))).toBe(true);
    expect(lawful(pesos(most) + 1)).toBe(false);
  });

  test.each([
    [3000, 15, 165.26, 80.22],
    [5000, 8, 148.84, 71.22],
  ])(
    '₱%d for %d days may cost ₱%d if all charges are deducted, or ₱%d besides full interest',
    (principal, termDays, allUpFront, besideInterest) => {
      const principalCentavos = pesos(principal);
      const most = (interestCentavos: typeof principalCentavos) =>
        largestDeduction({ principalCentavos, termDays, interestCentavos }, rule2026);
      expect(most(centavos(0))).toBe(pesos(allUpFront));
      expect(most(interestFor(principalCentavos, termDays, 20))).toBe(pesos(besideInterest));
    },
  );

  test('the legal rule for a day is the newest rule that had started by then', () => {
    expect(legalRuleOn(legalRules, asDay('2026-03-31')).version).toBe('sec-mc-3-2022');
    expect(legalRuleOn(legalRules, asDay('2026-04-01')).version).toBe('sec-mc-14-2025');
    expect(() => legalRuleOn(legalRules, asDay('2022-03-02'))).toThrow(RangeError);
  });
});
