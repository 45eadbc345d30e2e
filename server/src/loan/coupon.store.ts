// The SQL for the coupon of a loan: reserved with the signature, used once the money arrives.
import type { CompiledQuery } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** Reserves a coupon for a loan of its owner. The database refuses a second use. */
export function reserveCouponQuery(
  db: Read,
  of: { voucherId: string; loanId: string; at: Temporal.Instant },
): CompiledQuery {
  return db
    .insertInto('coupon_redemptions')
    .values({ loan_id: of.loanId, coupon_id: of.voucherId, reserved_at: of.at })
    .compile();
}

/** Locks the redemption of a loan's coupon, if any. */
export async function lockCouponOf(tx: Tx, loanId: string): Promise<void> {
  await tx
    .selectFrom('coupon_redemptions')
    .select('loan_id')
    .where('loan_id', '=', loanId)
    .forUpdate()
    .execute();
}

/** Marks the coupon of a paid-out loan as used. */
export async function markCouponUsed(tx: Tx, loanId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('coupon_redemptions')
    .set({ redeemed_at: at })
    .where('loan_id', '=', loanId)
    .where('redeemed_at', 'is', null)
    .execute();
}

/** Releases the coupon of a loan that ended early. A repeated call changes nothing. */
export async function releaseCoupon(tx: Tx, loanId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('coupon_redemptions')
    .set({ released_at: at })
    .where('loan_id', '=', loanId)
    .where('released_at', 'is', null)
    .execute();
}
