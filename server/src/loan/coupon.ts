// What becomes of coupons when a loan turns out to be none: it failed, was cancelled or returned, or its payout came back.

import type { WorkCtx } from '#/context/ctx.ts';
import { releaseCoupon, takeBackFor } from '#/coupon/coupon.ts';
import type { Tx } from '#/db/database.ts';
import { hasRepaidBeside } from './coupon.store.ts';

/**
 * The coupon of the loan may be used again. The one for the first loan repaid goes where no other loan was repaid: it was given for a payoff that is
 * undone. One that another loan has taken stays with that loan, whose price was agreed with it, and goes if that loan lets go of it. Borrower and
 * line are locked.
 */
export async function freeCoupon(ctx: WorkCtx, tx: Tx, { borrowerId, loanId }: { borrowerId: string; loanId: string }): Promise<void> {
  await releaseCoupon(tx, loanId, ctx.now);
  if (!(await hasRepaidBeside(tx, borrowerId, loanId))) await takeBackFor(ctx, tx, borrowerId, 'firstRepayment');
}
