import { voucherList } from '@sandali/contract/coupon.ts';
import { type Served, serveSnapshot } from '#/context/serve.ts';
import { listCoupons } from './list.ts';
import { couponsPart } from './store.ts';

export const couponCalls: Served[] = [
  serveSnapshot(voucherList, {
    parts: { coupons: couponsPart },
    given: () => ({}),
    answer: listCoupons,
  }),
];
