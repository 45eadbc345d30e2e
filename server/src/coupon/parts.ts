// Query sections for other slices' snapshots.
import { type OfBorrower, part, readerOf } from '#/db/snapshot.ts';

/** A borrower's coupons, newest first, each with the loan that reserves or uses it. */
export const couponsPart = part(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('coupons as v')
      .leftJoin('coupon_redemptions as u', (join) =>
        join.onRef('u.coupon_id', '=', 'v.id').on('u.released_at', 'is', null),
      )
      .select([
        'v.id',
        'v.occasion',
        'v.kind',
        'v.starts_on',
        'v.ends_on',
        'v.amount_centavos',
        'v.minimum_loan_centavos',
        'v.voided_at',
        'v.grant_key',
        'v.granted_by',
      ])
      .select(['u.loan_id', 'u.redeemed_at'])
      .where('v.borrower_id', '=', borrowerId)
      .orderBy('v.granted_at', 'desc')
      .orderBy('v.id'),
  (rows) => rows,
);
export const couponsOf = readerOf(couponsPart);
export type CouponRow = Awaited<ReturnType<typeof couponsOf>>[number];
