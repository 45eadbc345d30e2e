// Reading coupons: the list of /vouchers, and what may be picked for a loan.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { type Coupon, couponTabs, usableCoupons, type voucherList } from '@sandali/contract/coupon.ts';
import { asDay, type Day } from '@sandali/contract/day.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { Invalid } from '#/platform/refuse.ts';
import { shownCoupon } from './show.ts';
import { couponsOf } from './store.ts';

/** Everything that one of the tabs shows. The session says who asks; a userGid that is another's is wrong input. */
export async function listCoupons(
  { who, now }: BorrowerCtx,
  read: Read,
  { userGid }: RequestOf<typeof voucherList>,
): Promise<DataOf<typeof voucherList>> {
  if (userGid !== who.borrowerId) throw new Invalid(['userGid']);
  const today = asDay(manilaDayOf(now).toString());
  const all = (await couponsOf(read, who.borrowerId)).map(shownCoupon);
  const { available, used, invalid } = couponTabs(all, today);
  return { today, discountInfoList: [...available, ...used, ...invalid] };
}

/** The coupons that a borrower may pick on a day. */
export async function usableCouponsOf(read: Read, borrowerId: string, today: Day): Promise<Coupon[]> {
  return usableCoupons((await couponsOf(read, borrowerId)).map(shownCoupon), today);
}

/** What is held about a person: every coupon there ever was. */
export async function exportPersonalData(read: Read, borrowerId: string): Promise<Coupon[]> {
  return (await couponsOf(read, borrowerId)).map(shownCoupon);
}
