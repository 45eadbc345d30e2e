// The password as proof of somebody who is logged in: compared outside the transaction, counted inside it.
import type { Read, Tx } from '#/db/database.ts';
import { giveBackToBudget, takeFromBudget } from '#/kit/budget.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { isPassword } from '#/kit/password.ts';
import { proofBudget } from './rules.ts';
import { findBorrower } from './store.ts';

/**
 * Compares a password with the borrower's own. It is slow: call it in `before`, and hand its result to acceptPassword.
 * @throws Refused systemBusy when too many passwords wait to be compared.
 */
export async function checkPassword(ctx: BorrowerCtx, read: Read, password: string): Promise<boolean> {
  const borrower = await findBorrower(read, ctx.who.borrowerId);
  return await isPassword(password, borrower?.password_hash ?? null);
}

/**
 * Whether a compared password counts as proof: it is right, and not more than ten were wrong this hour. A wrong one is counted, so a caller
 * who refuses because of it must keep that (refuseButKeep).
 */
export async function acceptPassword(ctx: BorrowerCtx, tx: Tx, isRight: boolean): Promise<boolean> {
  const budget = proofBudget(ctx.who.borrowerId);
  if (!(await takeFromBudget(tx, budget, ctx.wall))) return false;
  if (isRight) await giveBackToBudget(tx, budget, ctx.wall);
  return isRight;
}
