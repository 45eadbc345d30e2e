// The password as proof of somebody who is logged in.

import { proofBudget } from '#/account/rules.ts';
import { findBorrower } from '#/account/store.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { giveBackToBudget, takeFromBudget } from '#/context/rate-limit.ts';
import { inTx, type Read } from '#/db/database.ts';
import { isPassword } from '#/platform/password.ts';

/**
 * Whether a password is the borrower's own, or `stored` where a hash is given. One of ten tries an hour is taken before it is compared, which is slow, and a right
 * one gives it back: of many at once no more are ever compared, and where none is left a right one counts as wrong. Call it in `before`.
 * @throws Refused systemBusy when too many passwords wait to be compared.
 */
export async function checkPassword(ctx: BorrowerCtx, read: Read, password: string, stored?: string | null): Promise<boolean> {
  const { borrowerId } = ctx.who;
  const budget = proofBudget(borrowerId);
  if (!(await inTx(read, (tx) => takeFromBudget(tx, budget, ctx.wall)))) return false;
  const giveBack = () => inTx(read, (tx) => giveBackToBudget(tx, budget, ctx.wall));
  const known = stored === undefined ? ((await findBorrower(read, borrowerId))?.password_hash ?? null) : stored;
  const isRight = await isPassword(password, known, borrowerId).catch(async (error: unknown) => {
    // Nothing was compared.
    await giveBack();
    throw error;
  });
  if (isRight) await giveBack();
  return isRight;
}
