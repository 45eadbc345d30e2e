// Giving coupons: by the catalogue's own rules, or by a campaign of the operators.

import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { areRevoked, insertCoupons, unvoidedCoupons, voidCoupon } from './store.ts';

/** What the catalogue gives a coupon for: the first credit line, and the first loan repaid. */
export type Occasion = 'welcome' | 'firstRepayment';

/** Who gives the coupons of occasions, and takes them back. */
const who = 'catalogue';

/**
 * Gives the coupon of an occasion, once in a borrower's life, where the catalogue has one. One that
 * was taken back, as what earned it was undone, is given again for another loan. The borrower is
 * locked.
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
  const isAgain = loanId !== undefined && (await areRevoked(tx, borrowerId, occasion, who));
  const startsOn = manilaDayOf(ctx.now);
  await insertCoupons(tx, [
    {
      id: newId(ctx.now),
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

/** Takes the coupon of an occasion back, where it is there and no loan has it. */
export async function revokeCoupon(
  ctx: WorkCtx,
  tx: Tx,
  borrowerId: string,
  occasion: Occasion,
): Promise<void> {
  for (const id of await unvoidedCoupons(tx, borrowerId, occasion))
    await voidCoupon(tx, id, { at: ctx.now, who });
}
