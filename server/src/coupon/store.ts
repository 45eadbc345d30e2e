// All SQL of coupons.
import type { CouponKind } from '@sandali/contract/couponShape.ts';
import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, part, readerOf } from '#/db/snapshot.ts';

/** All coupons of a borrower with the loan each is set aside for or used by, the newest first. */
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

export type NewCoupon = {
  id: string;
  borrowerId: string;
  /** What it is given for; a borrower gets one for each. */
  grantKey: string;
  /** Of a campaign its name stands in `grantKey`. */
  occasion: string;
  kind: CouponKind;
  amountCentavos: number;
  minimumLoanCentavos: number;
  startsOn: Temporal.PlainDate;
  endsOn: Temporal.PlainDate;
  grantedAt: Temporal.Instant;
  grantedBy: string;
};

/**
 * Issues coupons. A borrower who has one for the same reason gets none.
 * @returns the ids of the coupons issued.
 */
export async function insertCoupons(tx: Tx, vouchers: readonly NewCoupon[]): Promise<string[]> {
  if (vouchers.length === 0) return [];
  const rows = await tx
    .insertInto('coupons')
    .values(
      vouchers.map((one) => ({
        id: one.id,
        borrower_id: one.borrowerId,
        grant_key: one.grantKey,
        occasion: one.occasion,
        kind: one.kind,
        amount_centavos: BigInt(one.amountCentavos),
        minimum_loan_centavos: BigInt(one.minimumLoanCentavos),
        starts_on: one.startsOn,
        ends_on: one.endsOn,
        granted_at: one.grantedAt,
        granted_by: one.grantedBy,
      })),
    )
    .onConflict((conflict) => conflict.columns(['borrower_id', 'grant_key']).doNothing())
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Locks a coupon, so that what is read of it afterwards stays so: it is made void, or set aside for
 * a loan, by nobody else meanwhile.
 */
export async function lockCoupon(tx: Tx, id: string | Expression<string | null>): Promise<void> {
  await tx.selectFrom('coupons').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/**
 * Makes a coupon void; false where it is not there, void already, or set aside for a loan or used
 * by one.
 */
export async function voidCoupon(
  tx: Tx,
  id: string,
  by: { at: Temporal.Instant; who: string },
): Promise<boolean> {
  await lockCoupon(tx, id);
  const { numUpdatedRows } = await tx
    .updateTable('coupons as v')
    .set({ voided_at: by.at, voided_by: by.who })
    .where('v.id', '=', id)
    .where('v.voided_at', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from coupon_redemptions u where u.coupon_id = v.id
        and u.released_at is null)`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The coupons of an occasion that a borrower has and that are not void. */
export async function unvoidedCoupons(
  tx: Tx,
  borrowerId: string,
  occasion: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('coupons')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .where('occasion', '=', occasion)
    .where('voided_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether a borrower had coupons of an occasion, all of which were made void by the same. */
export async function areRevoked(
  tx: Tx,
  borrowerId: string,
  occasion: string,
  by: string,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('coupons')
    .select('voided_by')
    .where('borrower_id', '=', borrowerId)
    .where('occasion', '=', occasion)
    .execute();
  return rows.length > 0 && rows.every((row) => row.voided_by === by);
}

/** Whose coupon it is, or null. */
export async function ownerOfCoupon(read: Read, id: string): Promise<string | null> {
  const row = await read
    .selectFrom('coupons')
    .select('borrower_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.borrower_id ?? null;
}

/** Sets a coupon aside for a loan of its owner. The database refuses a second use. */
export function reserveCouponStatement(
  db: Read,
  of: { voucherId: string; loanId: string; at: Temporal.Instant },
): CompiledQuery {
  return db
    .insertInto('coupon_redemptions')
    .values({ loan_id: of.loanId, coupon_id: of.voucherId, reserved_at: of.at })
    .compile();
}

/** Locks the use of a loan's coupon, if it has one. */
export async function lockCouponOf(tx: Tx, loanId: string): Promise<void> {
  await tx
    .selectFrom('coupon_redemptions')
    .select('loan_id')
    .where('loan_id', '=', loanId)
    .forUpdate()
    .execute();
}

/** The loan was paid out: its coupon, if it has one, is used. */
export async function markUsed(tx: Tx, loanId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('coupon_redemptions')
    .set({ redeemed_at: at })
    .where('loan_id', '=', loanId)
    .where('redeemed_at', 'is', null)
    .execute();
}

/**
 * The loan is none: its coupon, if it has one, may be used again. A second time changes nothing.
 */
export async function releaseCoupon(tx: Tx, loanId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('coupon_redemptions')
    .set({ released_at: at })
    .where('loan_id', '=', loanId)
    .where('released_at', 'is', null)
    .execute();
}
