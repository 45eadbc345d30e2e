// The voucher slice's door.
export { voucherCalls } from './calls.ts';
export { grantFor, type Occasion, takeBackFor } from './grant.ts';
export { exportPersonalData, pickableVouchers } from './list.ts';
export { lockVoucher, lockVoucherOf, markUsed, releaseCoupon, reserveCoupon } from './store.ts';
