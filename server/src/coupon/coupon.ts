export { grantCoupon, revokeCoupon } from './grant.ts';
export { exportPersonalData, usableOf } from './list.ts';
export {
  type CouponRow,
  couponsPart,
  lockCoupon,
  lockCouponOf,
  markUsed,
  releaseCoupon,
  reserveCouponQuery,
} from './store.ts';
