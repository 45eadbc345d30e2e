// Applies a payout's result to its refund, inside the transaction that settles the payout.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { post, postContested, refundStep } from '#/ledger/ledger.ts';
import type { PayoutResult } from '#/payout/payout.ts';
import { manilaDayOf, noLaterThan } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { endRefund, findRefund, lockRefund, type RefundRow } from './store.ts';

/** Locks the borrower, then the refund. The caller must lock the payout afterwards. */
export async function lockForRefund(tx: Tx, refundId: string): Promise<void> {
  const refund = await mustFind(tx, refundId);
  await lockBorrower(tx, refund.borrower_id);
  await lockRefund(tx, refundId);
}

async function mustFind(tx: Tx, refundId: string): Promise<RefundRow> {
  const refund = await findRefund(tx, refundId);
  invariant(refund, 'a payout of kind refund names a refund');
  return refund;
}

/**
 * Updates a refund from its payout's result. Money that failed to arrive or was returned becomes
 * refundable again.
 */
export async function refundMoved(ctx: WorkCtx, tx: Tx, result: PayoutResult): Promise<void> {
  const refund = await mustFind(tx, result.subjectId);
  const { id } = refund;
  switch (result.state) {
    case 'accepted':
      return;
    case 'paid': {
      const paidAt = noLaterThan(result.paidAt, ctx.now);
      await postStep(ctx, tx, refund, 'paid', { factKey: `payout ${result.payoutId}`, at: paidAt });
      await endRefund(tx, id, { state: 'paid', at: paidAt, failure: null });
      return await notify(ctx, tx, refund, 'refundPaid');
    }
    case 'failed':
      await postStep(ctx, tx, refund, 'failed', { factKey: `refund-failed ${id}`, at: ctx.now });
      await endRefund(tx, id, { state: 'failed', at: ctx.now, failure: result.failure });
      return await notify(ctx, tx, refund, 'refundFailed');
    case 'reversed': {
      const factKey = `reversal ${result.payoutId}`;
      await postStep(ctx, tx, refund, 'reversed', { factKey, at: ctx.now });
      await endRefund(tx, id, { state: 'reversed', at: ctx.now, failure: result.failure });
      return await notify(ctx, tx, refund, 'refundFailed');
    }
    // The refund had failed or been reversed, so its money had become refundable again.
    case 'paidAfterEnd':
    case 'writtenOffAfterEnd':
    case 'returnedAfterEnd':
      return await postContested(tx, result, ctx.now);
  }
}

async function postStep(
  ctx: WorkCtx,
  tx: Tx,
  { borrower_id: borrowerId, amount_centavos: amountCentavos }: RefundRow,
  step: 'paid' | 'failed' | 'reversed',
  { factKey, at }: { factKey: string; at: Temporal.Instant },
): Promise<void> {
  await post(tx, {
    id: newIdFor(borrowerId, ctx.now),
    kind: `refund.${step}`,
    factKey,
    borrowerId,
    loanId: null,
    happenedAt: at,
    recordedAt: ctx.now,
    businessOn: manilaDayOf(at),
    lines: refundStep(step, { borrowerId, amountCentavos }),
  });
}

async function notify(
  ctx: WorkCtx,
  tx: Tx,
  refund: RefundRow,
  kind: 'refundPaid' | 'refundFailed',
): Promise<void> {
  await ctx.app.notices.notify(ctx, tx, await recipientOf(ctx.app, tx, refund.borrower_id), kind, {
    amount: formatPesos(centavos(refund.amount_centavos)),
    receiver: `${refund.receiver_label} ••${refund.receiver_last4}`,
  });
}
