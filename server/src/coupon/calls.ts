// The calls of the coupon slice.
import { voucherList } from '@sandali/contract/coupon.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import { listCoupons } from './list.ts';

export const couponCalls: Served[] = [serveRead(voucherList, listCoupons)];
