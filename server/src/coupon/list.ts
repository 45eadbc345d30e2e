// Reads coupons: the list of /vouchers, the usable coupons, and a coupon in the contract's shape.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import {
  type Coupon,
  couponStems,
  couponTabs,
  usableCoupons,
  useStatuses,
  type voucherList,
} from '@sandali/contract/coupon.ts';
import { asDay, type Day } from '@sandali/contract/day.ts';
import type { CouponId, LoanId } from '@sandali/contract/id.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { todayOf, wireInstant } from '#/platform/days.ts';
import { Invalid } from '#/platform/refuse.ts';
import { type CouponRow, couponsOf, type couponsPart } from './parts.ts';

/**
 * Returns the coupons for all tabs.
 * @throws Invalid if `userGid` is not the session's borrower.
 */
export async function listCoupons(
  { who, now }: BorrowerCtx,
  { coupons }: FactsOf<{ coupons: typeof couponsPart }>,
  { userGid }: RequestOf<typeof voucherList>,
): Promise<DataOf<typeof voucherList>> {
  if (userGid !== who.borrowerId) throw new Invalid(['userGid']);
  const today = todayOf(now);
  const all = coupons.map(shownCoupon);
  const { available, used, invalid } = couponTabs(all, today);
  return { today, discountInfoList: [...available, ...used, ...invalid] };
}

/** Returns the coupons that can be used on the given day. */
export function usableOf(rows: readonly CouponRow[], today: Day): Coupon[] {
  return usableCoupons(rows.map(shownCoupon), today);
}

/** Returns all of a borrower's coupons, for the export of personal data. */
export async function exportPersonalData(read: Read, borrowerId: string): Promise<Coupon[]> {
  return (await couponsOf(read, borrowerId)).map(shownCoupon);
}

/**
 * Returns a coupon in the contract's shape. A reserved coupon is shown as used, with `isSetAside`.
 */
export function shownCoupon(row: CouponRow): Coupon {
  const isTaken = row.loan_id !== null;
  const useStatus = row.voided_at
    ? useStatuses.void
    : isTaken
      ? useStatuses.used
      : useStatuses.unused;
  const days = {
    startDate: asDay(row.starts_on.toString()),
    endDate: asDay(row.ends_on.toString()),
  };
  return {
    voucherId: row.id as CouponId,
    campaign: row.occasion as Coupon['campaign'],
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
