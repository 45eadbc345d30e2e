// How many payment codes one person may ask for: each is asked of the gateway.

import type { BorrowerCtx } from '#/context/ctx.ts';
import { hourMs, takeFromBudget } from '#/context/rate-limit.ts';
import type { Tx } from '#/db/database.ts';

export const codesAnHour = 60;

/** Takes one code from the borrower's budget; false when it is spent. */
export async function mayAskCode({ who, wall }: BorrowerCtx, tx: Tx): Promise<boolean> {
  return await takeFromBudget(tx, { name: `paymentCodes ${who.borrowerId}`, limit: codesAnHour, windowMs: hourMs }, wall);
}
