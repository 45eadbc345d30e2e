// How many payment codes one person may ask for: each is asked of the gateway.
import type { Tx } from '#/db/database.ts';
import { hourMs, takeFromBudget } from '#/kit/budget.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';

export const codesAnHour = 60;

/** Takes one code from the borrower's budget; false when it is spent. */
export async function mayAskCode({ who, wall }: BorrowerCtx, tx: Tx): Promise<boolean> {
  return await takeFromBudget(tx, { name: `paymentCodes ${who.borrowerId}`, limit: codesAnHour, windowMs: hourMs }, wall);
}
