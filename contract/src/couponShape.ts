// A coupon as calls carry it. Apart from the rules of coupons, which few screens need.
import * as v from 'valibot';
import { zDay, zInstant } from './day.ts';
import { zCouponId, zLoanId } from './id.ts';
import { zCentavos } from './money.ts';

/** What a coupon is taken off: the service (processing) fee, or the interest. */
export const couponKinds = ['serviceFee', 'interest'] as const;
export type CouponKind = (typeof couponKinds)[number];
/** What it was given for. */
const couponCampaigns = ['welcome', 'firstRepayment', 'campaign'] as const;

export const zCoupon = v.object({
  voucherId: zCouponId,
  campaign: v.picklist(couponCampaigns),
  kind: v.picklist(couponKinds),
  /** First and last day on which it may be used, both Manila days. */
  startDate: zDay,
  endDate: zDay,
  /**
   * The first and the last millisecond in which it may be used, since 1970: 00:00:00.000 and
   * 23:59:59.999 in Manila (`couponStems`).
   */
  startDataTimeStem: v.number(),
  endDataTimeStem: v.number(),
  useStatus: v.string(),
  /** In pesos, with commas between thousands: '1,200.50'. */
  discountAmount: v.string(),
  /** The smallest loan for which it may be used. */
  minimumLoanCentavos: zCentavos,
  /**
   * The loan that uses it. While that loan is on its way the coupon is set aside for it, and comes
   * back if the loan fails or is cancelled.
   */
  loanId: v.nullable(zLoanId),
  isSetAside: v.boolean(),
  usedAt: v.nullable(zInstant),
});
