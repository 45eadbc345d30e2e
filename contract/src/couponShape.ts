// The schema of a coupon in calls, separate from the coupon rules, which few screens need.
import * as v from 'valibot';
import { zDay, zInstant } from './day.ts';
import { zCouponId, zLoanId } from './id.ts';
import { zCentavos } from './money.ts';

/** The charge that a coupon reduces: the service (processing) fee or the interest. */
export const couponKinds = ['serviceFee', 'interest'] as const;
export type CouponKind = (typeof couponKinds)[number];
/** The occasions on which coupons are granted. */
const couponCampaigns = ['welcome', 'firstRepayment', 'campaign'] as const;

export const zCoupon = v.object({
  voucherId: zCouponId,
  campaign: v.picklist(couponCampaigns),
  kind: v.picklist(couponKinds),
  /** First and last Manila day on which the coupon can be used. */
  startDate: zDay,
  endDate: zDay,
  /** The first and last millisecond of that period, since 1970 (`couponStems`). */
  startDataTimeStem: v.number(),
  endDataTimeStem: v.number(),
  useStatus: v.string(),
  /** Pesos, with commas between thousands: '1,200.50'. */
  discountAmount: v.string(),
  /** The smallest loan that can use the coupon. */
  minimumLoanCentavos: zCentavos,
  /**
   * The loan that uses the coupon. The coupon is set aside until the payout, and returned if the
   * loan fails.
   */
  loanId: v.nullable(zLoanId),
  isSetAside: v.boolean(),
  usedAt: v.nullable(zInstant),
});
