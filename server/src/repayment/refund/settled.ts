// Applies a payout's result to its refund, inside the transaction that settles the payout.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import {
  contestedLost,
  contestedReturned,
  type EntryKind,
  type Line,
  payoutContested,
  post,
  refundFailed,
  refundPaid,
  refundReversed,
} from '#/ledger/ledger.ts';
import type { PayoutResult } from '#/payout/payout.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
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
  const { id, borrower_id: borrowerId, amount_centavos: amountCentavos } = refund;
  const money = { borrowerId, amountCentavos };
  switch (result.state) {
    case 'accepted':
      return;
    case 'paid': {
      const paidAt = noLaterThan(result.paidAt, ctx.now);
      await postEntry(ctx, tx, {
        kind: 'refund.paid',
        factKey: `payout ${result.payoutId}`,
        borrowerId,
        at: paidAt,
        lines: refundPaid(money),
      });
      await endRefund(tx, id, { state: 'paid', at: paidAt, failure: null });
      return await notify(ctx, tx, refund, 'refundPaid');
    }
    case 'failed':
      await postEntry(ctx, tx, {
        kind: 'refund.failed',
        factKey: `refund-failed ${id}`,
        borrowerId,
        at: ctx.now,
        lines: refundFailed(money),
      });
      await endRefund(tx, id, { state: 'failed', at: ctx.now, failure: result.failure });
      return await notify(ctx, tx, refund, 'refundFailed');
    case 'reversed': {
      const factKey = `reversal ${result.payoutId}`;
      await postEntry(ctx, tx, {
        kind: 'refund.reversed',
        factKey,
        borrowerId,
        at: ctx.now,
        lines: refundReversed(money),
      });
      await endRefund(tx, id, { state: 'reversed', at: ctx.now, failure: result.failure });
      return await notify(ctx, tx, refund, 'refundFailed');
    }
    case 'paidAfterEnd':
    case 'writtenOffAfterEnd':
    case 'returnedAfterEnd': {
      const { key, ...entry } = contested(result, amountCentavos, ctx.now);
      return await postEntry(ctx, tx, {
        ...entry,
        factKey: `${key} ${result.payoutId} ${result.breakId}`,
        borrowerId: null,
      });
    }
  }
}

/**
 * Returns the entry for money that was paid after its refund had failed and become refundable
 * again. The receiver owes the money until it is returned or written off.
 */
function contested(
  result: Extract<PayoutResult, { breakId: string }>,
  amountCentavos: bigint,
  now: Temporal.Instant,
) {
  switch (result.state) {
    case 'paidAfterEnd': {
      const at = noLaterThan(result.paidAt, now);
      return {
        kind: 'payout.contested' as const,
        key: 'contested',
        at,
        lines: payoutContested(amountCentavos),
      };
    }
    case 'writtenOffAfterEnd':
      return {
        kind: 'payout.contestedLost' as const,
        key: 'contested-lost',
        at: now,
        lines: contestedLost(amountCentavos),
      };
    case 'returnedAfterEnd': {
      const lines = contestedReturned(amountCentavos, result.wasWrittenOff);
      return {
        kind: 'payout.contestedReturned' as const,
        key: 'contested-returned',
        at: now,
        lines,
      };
    }
  }
}

/** Caps a gateway's time at `now`, because the gateway's clock may be ahead of ours. */
function noLaterThan(at: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(at, now) > 0 ? now : at;
}

type Entering = {
  kind: EntryKind;
  factKey: string;
  borrowerId: string | null;
  at: Temporal.Instant;
  lines: Line[];
};

async function postEntry(
  ctx: WorkCtx,
  tx: Tx,
  { kind, factKey, borrowerId, at, lines }: Entering,
): Promise<void> {
  const times = { happenedAt: at, recordedAt: ctx.now, businessOn: manilaDayOf(at) };
  await post(tx, { id: newId(ctx.now), kind, factKey, borrowerId, loanId: null, ...times, lines });
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
