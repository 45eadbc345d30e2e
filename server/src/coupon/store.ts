// All SQL for coupons.
import type { CouponKind } from '@sandali/contract/couponShape.ts';
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

export type NewCoupon = {
  id: string;
  borrowerId: string;
  /** Each borrower can get only one coupon per key. */
  grantKey: string;
  /** An occasion of the catalogue, or `campaign`; `grantKey` then names the campaign. */
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
 * Issues coupons, except to borrowers who already have one with the same `grantKey`.
 * @returns the ids of the issued coupons
 */
export async function insertCoupons(tx: Tx, coupons: readonly NewCoupon[]): Promise<string[]> {
  if (coupons.length === 0) return [];
  const rows = await tx
    .insertInto('coupons')
    .values(
      coupons.map((coupon) => ({
        id: coupon.id,
        borrower_id: coupon.borrowerId,
        grant_key: coupon.grantKey,
        occasion: coupon.occasion,
        kind: coupon.kind,
        amount_centavos: BigInt(coupon.amountCentavos),
        minimum_loan_centavos: BigInt(coupon.minimumLoanCentavos),
        starts_on: coupon.startsOn,
        ends_on: coupon.endsOn,
        granted_at: coupon.grantedAt,
        granted_by: coupon.grantedBy,
      })),
    )
    .onConflict((conflict) => conflict.columns(['borrower_id', 'grant_key']).doNothing())
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Voids a coupon; false if it is unknown, already void, or reserved or used by a loan. Locks it
 * first, so that no application reserves it meanwhile.
 */
export async function voidCoupon(
  tx: Tx,
  id: string,
  by: { at: Temporal.Instant; who: string },
): Promise<boolean> {
  await tx.selectFrom('coupons').select('id').where('id', '=', id).forNoKeyUpdate().execute();
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

/** Returns the ids of a borrower's coupons for an occasion, except void ones. */
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

/** Returns whether a borrower had coupons for an occasion and `by` has voided all of them. */
export async function findsAllRevoked(
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

export async function ownerOfCoupon(read: Read, id: string): Promise<string | null> {
  const row = await read
    .selectFrom('coupons')
    .select('borrower_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.borrower_id ?? null;
}
