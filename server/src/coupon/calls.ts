import { voucherList } from '@sandali/contract/coupon.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import { listCoupons } from './list.ts';
import { couponsPart } from './parts.ts';

export const couponCalls: Served[] = [
  serveRead(voucherList, {
    parts: { coupons: couponsPart },
    params: () => ({}),
    answer: listCoupons,
  }),
];
