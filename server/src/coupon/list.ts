// Reading coupons: the list of /vouchers, and what may be picked for a loan.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { usableVouchers, type Voucher, type voucherList, voucherTabs } from '@sandali/contract/coupon.ts';
import { asDay, type Day } from '@sandali/contract/day.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { Invalid } from '#/platform/refuse.ts';
import { shownVoucher } from './show.ts';
import { vouchersOf } from './store.ts';

/** Everything that one of the tabs shows. The session says who asks; a userGid that is another's is wrong input. */
export async function listVouchers(
  { who, now }: BorrowerCtx,
  read: Read,
  { userGid }: RequestOf<typeof voucherList>,
): Promise<DataOf<typeof voucherList>> {
  if (userGid !== who.borrowerId) throw new Invalid(['userGid']);
  const today = asDay(manilaDayOf(now).toString());
  const all = (await vouchersOf(read, who.borrowerId)).map(shownVoucher);
  const { available, used, invalid } = voucherTabs(all, today);
  return { today, discountInfoList: [...available, ...used, ...invalid] };
}

/** The coupons that a borrower may pick on a day. */
export async function pickableVouchers(read: Read, borrowerId: string, today: Day): Promise<Voucher[]> {
  return usableVouchers((await vouchersOf(read, borrowerId)).map(shownVoucher), today);
}

/** What is held about a person: every coupon there ever was. */
export async function exportPersonalData(read: Read, borrowerId: string): Promise<Voucher[]> {
  return (await vouchersOf(read, borrowerId)).map(shownVoucher);
}
