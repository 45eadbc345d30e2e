// Changes a limit: raises it for a granted request, and reverses a step if the loan that earned it
// is returned or has its payout reversed.
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { lineOf, lowerLine, raiseLine } from '#/credit-line/credit-line.ts';
import type { Tx } from '#/db/database.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { increaseEarnedBy, insertReversedIncrease } from './store.ts';

type LimitRaise = {
  borrowerId: string;
  requestId: string;
  from: Centavos;
  to: Centavos;
  reason: 'grown' | 'granted';
  who: string;
  affordable: number;
};

/** Raises the limit for a granted request and notifies the borrower. Lock the borrower first. */
export async function raiseLimit(
  ctx: WorkCtx,
  tx: Tx,
  { borrowerId, requestId, from, to, reason, who, affordable }: LimitRaise,
): Promise<void> {
  await raiseLine(tx, {
    id: newIdFor(borrowerId, ctx.now),
    borrowerId,
    from,
    to,
    reason,
    who,
    requestId,
    at: ctx.now,
    affordable,
  });
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'quotaGranted',
    {
      limit: formatPesos(to, { drop00: true }),
    },
  );
}

const who = 'growth rules';

/**
 * Reverses a loan's earned step once: the unused part now, and the remainder as principal is
 * repaid. Increases granted by staff stay. Lock the borrower and the line first.
 */
export async function reverseGrowth(
  ctx: WorkCtx,
  tx: Tx,
  { borrowerId, loanId }: { borrowerId: string; loanId: string },
): Promise<void> {
  const amountCentavos = await increaseEarnedBy(tx, loanId);
  if (amountCentavos === null) return;
  await insertReversedIncrease(tx, { loanId, borrowerId, amountCentavos, at: ctx.now });
  const stillInUse = await lowerLine(tx, { borrowerId, by: amountCentavos, who, at: ctx.now });
  const line = await lineOf(tx, borrowerId);
  invariant(line, 'a lowered limit has a line');
  const detail = { loanId, amountCentavos, stillInUseCentavos: stillInUse };
  await audit(tx, { at: ctx.now, who, act: 'growthTakenBack', subject: borrowerId, detail });
  const whole = { drop00: true } as const;
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'growthTakenBack',
    {
      limit: formatPesos(line.limitCentavos, whole),
      ...(stillInUse > 0 && { later: formatPesos(stillInUse, whole) }),
    },
  );
}
