// The full cost of a loan before it is taken, and the lender's details.
import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { zPayoutChannel } from './channel.ts';
import { zDay } from './day.ts';
import { zCouponId } from './id.ts';
import { zCentavos } from './money.ts';

/** The full cost of a loan, before anything is owed. Rates are in hundredths of a percent. */
export const zQuoteFacts = v.object({
  principalCentavos: zCentavos,
  termDays: v.number(),
  channel: zPayoutChannel,
  /** Net of coupon. */
  interestCentavos: zCentavos,
  interestListedCentavos: zCentavos,
  serviceFeeCentavos: zCentavos,
  serviceFeeListedCentavos: zCentavos,
  serviceFeeBps: v.number(),
  interestPerDayBps: v.number(),
  lateChargePerMonthBps: v.number(),
  channelFeeCentavos: zCentavos,
  couponCentavos: zCentavos,
  /** What of the coupon this loan cannot use, and is lost. */
  couponLostCentavos: zCentavos,
  interestCouponCentavos: zCentavos,
  arrivalCentavos: zCentavos,
  repayCentavos: zCentavos,
  financeChargeCentavos: zCentavos,
  amountFinancedCentavos: zCentavos,
  costADayCentavos: zCentavos,
  simpleAnnualRateHundredths: v.number(),
  effectiveMonthlyRateHundredths: v.number(),
  legalRule: v.string(),
  quotedOn: zDay,
  /**
   * How and when the money should arrive if the loan is taken now. Every day below is given as if
   * it arrived on this one.
   */
  arrival: zArrival,
  dueOnIfToday: zDay,
  /** The last day without a late charge: the due date, or the working day after it. */
  lastFreeDayIfToday: zDay,
  lateChargeFirstDayCentavos: zCentavos,
  extensionFeeCentavos: zCentavos,
  coolingOffEndsOnIfToday: zDay,
});
export type QuoteFacts = v.InferOutput<typeof zQuoteFacts>;

/**
 * What a loan costs at a term, before there is a quote of it; where it cannot be had, the words of
 * the refusal that a quote would meet.
 */
export const zTermPrice = v.object({
  termDays: v.number(),
  price: v.nullable(v.object({ facts: zQuoteFacts, voucherId: v.nullable(zCouponId) })),
  whyNot: v.nullable(v.string()),
});

/** Lender's data of the disclosure statement (RA 3765, MC 19 s.2019). */
