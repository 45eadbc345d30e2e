import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { zPayoutChannel } from './channel.ts';
import { zDay } from './day.ts';
import { zCouponId } from './id.ts';
import { zCentavos } from './money.ts';

/** The full cost of a loan before it is signed. Rates are in hundredths of a percent. */
export const zQuoteFacts = v.object({
  principalCentavos: zCentavos,
  termDays: v.number(),
  channel: zPayoutChannel,
  /** The interest after the coupon's discount. */
  interestCentavos: zCentavos,
  interestListedCentavos: zCentavos,
  serviceFeeCentavos: zCentavos,
  serviceFeeListedCentavos: zCentavos,
  serviceFeeBps: v.number(),
  interestPerDayBps: v.number(),
  lateChargePerMonthBps: v.number(),
  channelFeeCentavos: zCentavos,
  couponCentavos: zCentavos,
  /** The part of the coupon that this loan cannot use and that is lost. */
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
  /** The expected arrival if the loan is signed now. All days below are computed from it. */
  arrival: zArrival,
  dueOnIfToday: zDay,
  /**
   * The last day without a late charge: the due date or, if that is not a working day, the next
   * working day.
   */
  lastFreeDayIfToday: zDay,
  lateChargeFirstDayCentavos: zCentavos,
  extensionFeeCentavos: zCentavos,
  coolingOffEndsOnIfToday: zDay,
});
export type QuoteFacts = v.InferOutput<typeof zQuoteFacts>;

/**
 * The cost of a loan at a term, without a quote. If the loan is not possible, the text of the
 * refusal that a quote would return.
 */
export const zTermPrice = v.object({
  termDays: v.number(),
  price: v.nullable(v.object({ facts: zQuoteFacts, voucherId: v.nullable(zCouponId) })),
  whyNot: v.nullable(v.string()),
});
