import { payoutChannels } from '@sandali/contract/channel.ts';
import { addDays, asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultCatalogue } from '#/data/catalogues/default.ts';
import { smallTicketCatalogue } from '#/data/catalogues/small-ticket.ts';
import { catalogues } from '#/data/catalogues.ts';
import { holidaySet } from '#/data/holidays/holidays.ts';
import { amountsOf, largestAmountWithin, smallestAmount, whyNotAmount } from './amounts.ts';
import { brokenCaps, capMargins, isCostWithin, isGrowthWithin } from './caps.ts';
import { type Quote, quote } from './price.ts';
import { effectiveMonthlyRateHundredths, largestThat } from './rates.ts';
import { agreed, pesos, quoted, quoteInput, rule2026 } from './testing.ts';

const allWishes = catalogues.flatMap((catalogue) =>
  amountsOf(catalogue.amounts).flatMap((principalCentavos) =>
    catalogue.terms.flatMap((term) =>
      payoutChannels.map((channel) => ({
        catalogue,
        principalCentavos,
        termDays: term.days,
        channel,
      })),
    ),
  ),
);

/** Checks the legal caps with our margin of 0.10 % a month, independently of the table of rules. */
function isPriceable(
  principal: number,
  days: number,
  interest: number,
  deduction: number,
): boolean {
  const [p, d, received] = [BigInt(principal), BigInt(days), BigInt(principal - deduction)];
  const repaid = BigInt(principal + interest);
  const month = repaid ** 30n * 1000n ** d <= received ** 30n * 1119n ** d;
  return (
    received > 0n &&
    BigInt(interest) * 500n <= p * d &&
    month &&
    (repaid - received) * 3000n * 100n <= received * d * 1190n
  );
}

function capped(offer: Quote): [number, number, number] {
  return [offer.principalCentavos, offer.termDays, offer.interestListedCentavos];
}

describe('every amount, term and channel of both catalogues', () => {
  slow('every quote has the largest service fee within cap and margin, or is refused', () => {
    expect(allWishes.length).toBe(888);
    const refused: string[] = [];
    for (const wish of allWishes) {
      const answer = quote(quoteInput(wish));
      if ('refused' in answer) {
        refused.push(`${wish.principalCentavos} ${wish.termDays} ${wish.channel}`);
        expect(answer).toEqual({
          refused: 'channelTooCostly',
          smallestAmountCentavos: pesos(2000),
        });
        continue;
      }
      const deduction = answer.deductionCentavos;
      expect(isPriceable(...capped(answer), deduction)).toBe(true);
      const isFeeWhole = answer.serviceFeeCentavos === answer.serviceFeeListedCentavos;
      expect(isFeeWhole || !isPriceable(...capped(answer), deduction + 1)).toBe(true);
      expect(answer.proof.margins.every((margin) => margin.marginCentavos >= 0)).toBe(true);
      expect(answer.effectiveMonthlyRateHundredths).toBeLessThanOrEqual(1190);
    }
    const costly = ['cashPickup', 'pawnshop', 'remittance', 'cardless'];
    expect(refused).toEqual(
      [100_000, 150_000].flatMap((amount) => costly.map((channel) => `${amount} 8 ${channel}`)),
    );
  });

  test('the sums of a quote add up with any coupon', () => {
    const anyCoupon = fc.record({
      kind: fc.constantFrom('serviceFee' as const, 'interest' as const),
      amountCentavos: fc.integer({ min: 1, max: 1_000_000 }).map(centavos),
      minimumLoanCentavos: fc.constant(centavos(0)),
    });
    fc.assert(
      fc.property(fc.constantFrom(...allWishes), anyCoupon, (wish, coupon) => {
        const plain = quote(quoteInput(wish));
        fc.pre(!('refused' in plain));
        const offer = agreed(quote(quoteInput({ ...wish, coupon })));
        expect(offer.arrivalCentavos).toBe(
          offer.principalCentavos - offer.serviceFeeCentavos - offer.channelFeeCentavos,
        );
        expect(offer.repayCentavos).toBe(offer.principalCentavos + offer.interestCentavos);
        expect(offer.financeChargeCentavos).toBe(
          plain.financeChargeCentavos - offer.couponCentavos,
        );
        expect(offer.couponCentavos + offer.couponLostCentavos).toBe(coupon.amountCentavos);
        expect(Math.min(offer.serviceFeeCentavos, offer.interestCentavos)).toBeGreaterThanOrEqual(
          0,
        );
        // The proof covers the loan without its coupon.
        expect(offer.proof).toEqual(plain.proof);
        expect(offer.effectiveMonthlyRateHundredths).toBeLessThanOrEqual(
          plain.effectiveMonthlyRateHundredths,
        );
      }),
    );
  });
});

describe('a quote', () => {
  test('refuses a quote if its coupon requires a larger loan', () => {
    const coupon = {
      kind: 'interest' as const,
      amountCentavos: pesos(5),
      minimumLoanCentavos: pesos(2000),
    };
    const wish = {
      catalogue: smallTicketCatalogue,
      principalCentavos: pesos(1500),
      termDays: 8,
      coupon,
    };
    expect(quote(quoteInput(wish))).toEqual({
      refused: 'couponNeedsMore',
      minimumLoanCentavos: pesos(2000),
    });
    expect(quote(quoteInput({ ...wish, principalCentavos: pesos(2000) }))).not.toHaveProperty(
      'refused',
    );
  });

  test('a refusal names no smallest amount if the channel fee is too high for every amount', () => {
    const input = quoteInput({
      catalogue: smallTicketCatalogue,
      principalCentavos: pesos(1000),
      termDays: 8,
    });
    expect(quote({ ...input, channelFeeCentavos: pesos(5000) })).toEqual({
      refused: 'channelTooCostly',
      smallestAmountCentavos: null,
    });
  });

  test('pricing throws a RangeError if the interest alone is unlawful', () => {
    const input = quoteInput({
      catalogue: smallTicketCatalogue,
      principalCentavos: pesos(1000),
      termDays: 8,
    });
    expect(() => quote({ ...input, pricing: { ...input.pricing, interestPerDayBps: 21 } })).toThrow(
      RangeError,
    );
  });

  test('a quote states the dates for an arrival today, taking holidays into account', () => {
    const input = quoteInput({
      catalogue: defaultCatalogue,
      principalCentavos: pesos(60_000),
      termDays: 8,
    });
    const offer = agreed(quote({ ...input, today: asDay('2026-12-17'), holidays: holidaySet() }));
    expect(offer.dueOnIfToday).toBe('2026-12-25');
    expect(offer.lastFreeOnIfToday).toBe('2026-12-28');
    expect(offer.coolingOffEndsOnIfToday).toBe('2026-12-22');
  });

  test('a quote states its daily cost, late-day cost, extension fee and proof', () => {
    const offer = quoted({
      catalogue: defaultCatalogue,
      principalCentavos: pesos(60_000),
      termDays: 8,
    });
    expect(offer.lateChargeFirstDayCentavos).toBe(pesos(101.6));
    expect(offer.extensionFeeCentavos).toBe(pesos(1560));
    expect(offer.costADayCentavos).toBe(pesos(196.25));
    const long = quoted({
      catalogue: defaultCatalogue,
      principalCentavos: pesos(60_000),
      termDays: 15,
    });
    expect(long.financeChargeCentavos).toBe(pesos(2950));
    expect(long.costADayCentavos).toBe(pesos(196.67)); // 196.666…
    expect(offer.proof.ruleVersion).toBe('sec-mc-14-2025');
    expect(offer.proof.margins.map((margin) => margin.cap)).toEqual([
      'interestPerDay',
      'effectivePerMonth',
      'costPerDay',
      'allCharges',
    ]);
  });
});

describe('rates and caps', () => {
  test('the effective rate is the smallest rate that covers the repayment', () => {
    const amount = fc.integer({ min: 100_000, max: 30_000_000 });
    fc.assert(
      fc.property(
        amount,
        fc.double({ min: 0, max: 0.1, noNaN: true }),
        fc.integer({ min: 1, max: 60 }),
        (received, share, days) => {
          const repaid = received + Math.floor(received * share);
          const e = effectiveMonthlyRateHundredths(centavos(received), centavos(repaid), days);
          const enough = (rate: number) =>
            BigInt(repaid) ** 30n * 10_000n ** BigInt(days) <=
            BigInt(received) ** 30n * BigInt(10_000 + rate) ** BigInt(days);
          expect(enough(e)).toBe(true);
          expect(e === 0 || !enough(e - 1)).toBe(true);
          // Floating-point numbers are exact enough to check the result approximately.
          expect(Math.abs(e - ((repaid / received) ** (30 / days) - 1) * 10_000)).toBeLessThan(
            1.01,
          );
        },
      ),
    );
    expect(() => effectiveMonthlyRateHundredths(centavos(0), centavos(1), 8)).toThrow(RangeError);
  });

  test('lists the caps that a loan breaks, with their negative margins', () => {
    const loan = {
      principalCentavos: pesos(1000),
      termDays: 8,
      interestCentavos: pesos(17),
      deductionCentavos: pesos(1000),
    };
    expect(brokenCaps(loan, rule2026)).toEqual([
      'interestPerDay',
      'effectivePerMonth',
      'costPerDay',
      'allCharges',
    ]);
    expect(capMargins(loan, rule2026).every((margin) => margin.marginCentavos < 0)).toBe(true);
    expect(
      brokenCaps(
        { ...loan, interestCentavos: pesos(16), deductionCentavos: pesos(14.24) },
        rule2026,
      ),
    ).toEqual([]);
    expect(
      brokenCaps(
        { ...loan, interestCentavos: pesos(16), deductionCentavos: pesos(14.25) },
        rule2026,
      ),
    ).toEqual(['effectivePerMonth']);
  });

  test('a loan that exactly reaches a cap is within it', () => {
    expect(isGrowthWithin(centavos(100), centavos(112), 30, rule2026)).toBe(true);
    expect(isGrowthWithin(centavos(100), centavos(113), 30, rule2026)).toBe(false);
    expect(isCostWithin(centavos(250), centavos(258), 8, rule2026)).toBe(true);
    expect(isCostWithin(centavos(250), centavos(259), 8, rule2026)).toBe(false);
    expect(isGrowthWithin(centavos(0), centavos(0), 8, rule2026)).toBe(false);
  });

  test('a margin lowers the effective-rate cap equally under both of its readings', () => {
    const growth = (repaid: number, margin: number) =>
      isGrowthWithin(centavos(10_000), centavos(repaid), 30, rule2026, margin);
    expect([growth(11_190, 10), growth(11_191, 10), growth(11_191, 0)]).toEqual([
      true,
      false,
      true,
    ]);
    const cost = (repaid: number, margin: number) =>
      isCostWithin(centavos(10_000), centavos(repaid), 60, rule2026, margin);
    expect([cost(12_380, 10), cost(12_381, 10), cost(12_400, 0), cost(12_401, 0)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('largestThat returns the last integer for which a predicate holds', () => {
    expect(largestThat(0, 10, (n) => n <= 7)).toBe(7);
    expect(largestThat(0, 10, () => true)).toBe(10);
    expect(largestThat(0, 10, () => false)).toBeNull();
    expect(largestThat(5, 4, () => true)).toBeNull();
    expect(largestThat(0, Number.MAX_SAFE_INTEGER, (n) => n <= 2 ** 52 + 1)).toBe(2 ** 52 + 1);
  });
});

describe('loan amounts', () => {
  test('loan amounts are above 50,000 in steps of 10,000, or from 1,000 in steps of 500', () => {
    expect(amountsOf(defaultCatalogue.amounts).length).toBe(25);
    expect(amountsOf(smallTicketCatalogue.amounts).length).toBe(49);
    expect(smallestAmount(defaultCatalogue.amounts)).toBe(pesos(60_000));
    expect(smallestAmount(smallTicketCatalogue.amounts)).toBe(pesos(1000));
    const refusalOf = (amount: number) => whyNotAmount(defaultCatalogue.amounts, pesos(amount));
    expect([50_000, 60_000, 65_000, 300_000, 310_000, 0].map(refusalOf)).toEqual([
      'tooSmall',
      null,
      'notAStep',
      null,
      'tooLarge',
      'tooSmall',
    ]);
    expect(whyNotAmount(smallTicketCatalogue.amounts, pesos(1000))).toBeNull();
    expect(largestAmountWithin(defaultCatalogue.amounts, pesos(89_999.99))).toBe(pesos(80_000));
    expect(largestAmountWithin(defaultCatalogue.amounts, pesos(59_999.99))).toBe(0);
  });

  test('a loan is due one day later if its payout arrives one day later', () => {
    const input = quoteInput({
      catalogue: defaultCatalogue,
      principalCentavos: pesos(60_000),
      termDays: 15,
    });
    const first = agreed(quote(input));
    expect(agreed(quote({ ...input, today: addDays(input.today, 1) })).dueOnIfToday).toBe(
      addDays(first.dueOnIfToday, 1),
    );
  });
});
