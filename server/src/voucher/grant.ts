// Giving coupons: by the catalogue's own rules, or by a campaign of the operators.
import type { Tx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { manilaDayOf } from '#/kit/days.ts';
import { newId } from '#/kit/random.ts';
import { insertVouchers } from './store.ts';

/** What the catalogue gives a coupon for: the first credit line, and the first loan repaid. */
export type Occasion = 'welcome' | 'firstRepayment';

/** Gives the coupon of an occasion, once in a borrower's life, where the catalogue has one. */
export async function grantFor(ctx: WorkCtx, tx: Tx, borrowerId: string, occasion: Occasion): Promise<void> {
  const rule = ctx.house.catalogue.vouchers[occasion];
  if (!rule) return;
  const startsOn = manilaDayOf(ctx.now);
  await insertVouchers(tx, [
    {
      id: newId(ctx.now),
      borrowerId,
      grantKey: occasion,
      campaign: occasion,
      kind: rule.kind,
      amountCentavos: rule.amountCentavos,
      minimumLoanCentavos: rule.minimumLoanCentavos,
      startsOn,
      endsOn: startsOn.add({ days: rule.validDays - 1 }),
      grantedAt: ctx.now,
      grantedBy: 'catalogue',
    },
  ]);
}
