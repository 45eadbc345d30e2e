// What a granted request does: the limit, its history, and the message.
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { raiseLine } from '#/credit/credit.ts';
import type { Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';

type Raised = {
  borrowerId: string;
  requestId: string;
  from: Centavos;
  to: Centavos;
  why: 'grown' | 'granted';
  who: string;
  affordable: number;
};

/** Raises the limit as a request was granted, and tells the borrower. Borrower and line are locked. */
export async function raise(ctx: WorkCtx, tx: Tx, { borrowerId, requestId, from, to, why, who, affordable }: Raised): Promise<void> {
  await raiseLine(tx, { id: newId(ctx.now), borrowerId, from, to, why, who, requestId, at: ctx.now, affordable });
  await ctx.app.notices.notify(ctx, tx, await recipientOf(ctx.app, tx, borrowerId), 'quotaGranted', {
    limit: formatPesos(to, { drop00: true }),
  });
}
