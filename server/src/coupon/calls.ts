// The voucher slice's calls.
import { voucherList } from '@sandali/contract/coupon.ts';
import { type Served, serveRead } from '#/context/serve.ts';
import { listVouchers } from './list.ts';

export const voucherCalls: Served[] = [serveRead(voucherList, listVouchers)];
