// The voucher slice's door.
export { couponCalls } from './calls.ts';
export { grantFor, type Occasion, takeBackFor } from './grant.ts';
export { exportPersonalData, usableCouponsOf } from './list.ts';
export { lockCoupon, lockCouponOf, markUsed, releaseCoupon, reserveCoupon } from './store.ts';
