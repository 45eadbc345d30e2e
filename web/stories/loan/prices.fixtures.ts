// Prices of the fixtures' loan with a coupon, and for cash at a counter.
import type { CouponId } from '@sandali/contract/id.ts';
import { type Centavos, centavos } from '@sandali/contract/money.ts';
import type { Quote } from '#/screens/loan/draft.ts';
import { cashChannel, factsFixture, longQuoteFixture, quoteFixture } from './loan.fixtures.ts';

const pesos = (whole: number): Centavos => centavos(whole * 100);

/** The same price with a coupon for ₱200 off the service fee. */
export const couponFixture: Quote = {
  ...quoteFixture,
  voucherId: '0198a000-0000-7000-8000-000000000701' as CouponId,
  facts: {
    ...factsFixture,
    serviceFeeCentavos: pesos(400),
    couponCentavos: pesos(200),
    arrivalCentavos: pesos(59_590),
    financeChargeCentavos: pesos(1_370),
    costADayCentavos: centavos(17_125),
    simpleAnnualRateHundredths: 10_418,
    effectiveMonthlyRateHundredths: 890,
  },
};

/** ₱60,000 for 15 days with the coupon for ₱200 off the service fee. */
export const longCouponFixture: Quote = {
  ...longQuoteFixture,
  voucherId: couponFixture.voucherId,
  facts: {
    ...longQuoteFixture.facts,
    serviceFeeCentavos: pesos(940),
    couponCentavos: pesos(200),
    arrivalCentavos: pesos(59_050),
    financeChargeCentavos: pesos(2_750),
    costADayCentavos: centavos(18_333),
  },
};
const cashFee = { channel: 'cashPickup', channelFeeCentavos: cashChannel.feeCentavos } as const;
/** The same loan paid out as cash at a counter, for 8 and for 15 days. */
export const cashFixture: Quote = {
  ...quoteFixture,
  facts: {
    ...factsFixture,
    ...cashFee,
    arrivalCentavos: pesos(59_375),
    financeChargeCentavos: pesos(1_585),
    costADayCentavos: centavos(19_813),
  },
};
export const longCashFixture: Quote = {
  ...longQuoteFixture,
  facts: {
    ...longQuoteFixture.facts,
    ...cashFee,
    arrivalCentavos: pesos(58_835),
    financeChargeCentavos: pesos(2_965),
    costADayCentavos: centavos(19_767),
  },
};
