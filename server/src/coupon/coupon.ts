export { grantCoupon, revokeCoupon } from './grant.ts';
export { exportPersonalData, usableOf } from './list.ts';
export { type CouponRow, couponsPart } from './parts.ts';
