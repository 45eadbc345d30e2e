// Coupons as the contract carries them.

import { type Coupon, couponStems, useStatuses } from '@sandali/contract/coupon.ts';
import { asDay } from '@sandali/contract/day.ts';
import type { CouponId, LoanId } from '@sandali/contract/id.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { wireInstant } from '#/platform/days.ts';
import type { CouponRow } from './store.ts';

/** One coupon. Set aside for a loan it counts as used, so that nobody picks it twice, and says so. */
export function shownCoupon(row: CouponRow): Coupon {
  const isTaken = row.loan_id !== null;
  const useStatus = row.voided_at ? useStatuses.void : isTaken ? useStatuses.used : useStatuses.unused;
  const days = { startDate: asDay(row.starts_on.toString()), endDate: asDay(row.ends_on.toString()) };
  return {
    voucherId: row.id as CouponId,
    campaign: row.campaign as Coupon['campaign'],
    kind: row.kind as Coupon['kind'],
    ...days,
    ...couponStems(days),
    useStatus,
    discountAmount: formatPesos(centavos(row.amount_centavos), { drop00: true }).slice(1),
    minimumLoanCentavos: centavos(row.minimum_loan_centavos),
    loanId: row.loan_id as LoanId | null,
    isSetAside: isTaken && row.redeemed_at === null,
    usedAt: row.redeemed_at ? wireInstant(row.redeemed_at) : null,
  };
}
