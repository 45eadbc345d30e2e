// The coupon slice's door.
export { couponCalls } from './calls.ts';
export { grantCoupon, type Occasion, revokeCoupon } from './grant.ts';
export { exportPersonalData, usableCouponsOf } from './list.ts';
export { lockCoupon, lockCouponOf, markUsed, releaseCoupon, reserveCoupon } from './store.ts';
