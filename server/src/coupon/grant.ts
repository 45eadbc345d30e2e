// Grants and revokes the catalogue's coupons.

import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { findsAllRevoked, insertCoupons, unvoidedCoupons, voidCoupon } from './store.ts';

/** When the catalogue grants a coupon: at the first credit line, or at the first repaid loan. */
export type Occasion = 'welcome' | 'firstRepayment';

/** The name recorded for the grants and revocations of these coupons. */
const who = 'catalogue';

/**
 * Grants the catalogue's coupon for an occasion once per borrower. After a revocation, grants it
 * again for another loan. Lock the borrower first.
 */
export async function grantCoupon(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  occasion: Occasion,
  loanId?: string,
): Promise<void> {
  const rule = ctx.app.catalogue.vouchers[occasion];
  if (!rule) return;
  const isAgain = loanId !== undefined && (await findsAllRevoked(tx, borrowerId, occasion, who));
  const startsOn = manilaDayOf(ctx.now);
  await insertCoupons(tx, [
    {
      id: newIdFor(borrowerId, ctx.now),
      borrowerId,
      grantKey: isAgain ? `${occasion} ${loanId}` : occasion,
      occasion,
      kind: rule.kind,
      amountCentavos: rule.amountCentavos,
      minimumLoanCentavos: rule.minimumLoanCentavos,
      startsOn,
      endsOn: startsOn.add({ days: rule.validDays - 1 }),
      grantedAt: ctx.now,
      grantedBy: who,
    },
  ]);
}

/** Revokes the coupon of an occasion, unless a loan uses it or has reserved it. */
export async function revokeCoupon(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  occasion: Occasion,
): Promise<void> {
  for (const id of await unvoidedCoupons(tx, borrowerId, occasion))
    await voidCoupon(tx, id, { at: ctx.now, who });
}
