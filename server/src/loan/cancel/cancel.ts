// /bill/cancel: cancels a loan whose payout has not been sent, or returns a loan within
// cooling-off.
import { billCancel } from '@sandali/contract/cancel.ts';
import type { Day } from '@sandali/contract/day.ts';
import { type Centavos, centavos, sumCentavos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { lockLine, releaseHeldCredit } from '#/credit-line/credit-line.ts';
import type { Tx } from '#/db/database.ts';
import { type Entry, moneyAllocated, post } from '#/ledger/ledger.ts';
import { type BillRecord, billsOf, markReturnRequested } from '#/loan/bill.store.ts';
import {
  cooledOffEntries,
  freeCoupon,
  freeCoupons,
  partsOf,
  writeBill,
} from '#/loan/booking/book-parts.ts';
import { remainderEntries } from '#/loan/booking/book-waived.ts';
import { changeBy, type Source } from '#/loan/booking/change.ts';
import { mayBeReturned } from '#/loan/cooling-off-offer.ts';
import { factsOf } from '#/loan/facts.ts';
import { offerCoolingOff } from '#/loan/rules/cooling-off.ts';
import { findLoan, lockLoan, moveLoan } from '#/loan/store.ts';
import { recallPickup, stopPayout } from '#/payout/payout.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';

/** The loan's new state, or the amount of a requested return and its last day. */
type CancelledOrReturn =
  | { outcome: 'cancelled' | 'askedBack' | 'cooledOff' }
  | { outcome: null; amountCentavos: Centavos; endsOn: Day };

/**
 * Cancels a loan whose payout has not been sent, recalls cash from a counter, or records that the
 * borrower wants to return a paid-out loan.
 */
export async function cancelOrReturn(
  ctx: BorrowerCtx,
  tx: Tx,
  loanId: string,
): Promise<CancelledOrReturn> {
  const bill = await cancelUnpaid(ctx, tx, loanId);
  return typeof bill === 'string' ? { outcome: bill } : await requestReturn(ctx, tx, bill);
}

/**
 * Cancels a loan whose payout has not been sent, and releases its held credit and coupon. Locks
 * line, loan, coupon and payout, and the bill if the loan is already paid out.
 * @returns the bill of a paid-out loan, which only a return can end; `cancelled`; or `askedBack` if
 * cash that was ready at a counter was recalled
 */
async function cancelUnpaid(
  ctx: BorrowerCtx,
  tx: Tx,
  loanId: string,
): Promise<BillRecord | 'cancelled' | 'askedBack'> {
  const { borrowerId } = ctx.who;
  await lockLine(tx, borrowerId);
  const loan = (await findLoan(tx, loanId, borrowerId)) && (await lockLoan(tx, loanId));
  if (!loan) refuse(billCancel, 'loanUnknown');
  if (loan.state === 'cancelled') return 'cancelled';
  if (loan.state === 'bankProcessing') {
    if (!(await recallPickup(ctx, tx, 'loan', loanId))) refuse(billCancel, 'cancelTooLate');
    ctx.app.wake();
    return 'askedBack';
  }
  if (loan.state === 'failed') refuse(billCancel, 'repaymentClosed');
  const [bill] = await billsOf(tx, borrowerId, { loanId }, true);
  if (bill) return bill;
  await freeCoupon(ctx, tx, { borrowerId, loanId });
  if (!(await stopPayout(ctx, tx, { kind: 'loan', subjectId: loanId, signedAt: loan.signed_at })))
    refuse(billCancel, 'cancelTooLate');
  await releaseHeldCredit(tx, borrowerId, centavos(loan.principal_centavos), ctx.now);
  await moveLoan(tx, loanId, 'cancelled', {
    at: ctx.now,
    who: 'borrower',
    reason: 'cancelled before its payout was sent',
  });
  return 'cancelled';
}

/**
 * Records that the borrower wants to return the loan. Returns it immediately if enough was paid.
 * Lock `bill` first.
 */
async function requestReturn(
  ctx: BorrowerCtx,
  tx: Tx,
  bill: BillRecord,
): Promise<CancelledOrReturn> {
  if (bill.settled_as === 'cooledOff') return { outcome: 'cooledOff' };
  if (!mayBeReturned(bill)) refuse(billCancel, 'repaymentClosed');
  const offer = offerCoolingOff(factsOf(bill), todayOf(ctx.now), ctx.app.holidays);
  if (!offer) refuse(billCancel, 'coolingOffClosed');
  await markReturnRequested(tx, bill.id, { at: ctx.now, endsOn: offer.endsOn });
  if (offer.amountCentavos > 0)
    return { outcome: null, amountCentavos: offer.amountCentavos, endsOn: offer.endsOn };
  await returnNow(ctx, tx, {
    ...bill,
    return_asked_at: ctx.now,
    return_ends_on: Temporal.PlainDate.from(offer.endsOn),
  });
  return { outcome: 'cooledOff' };
}

/** Completes a loan's return with the money already on its bill. The excess is refundable. */
async function returnNow(ctx: BorrowerCtx, tx: Tx, bill: BillRecord): Promise<void> {
  const { change, freed } = changeBy(bill, [], ctx.app.holidays);
  invariant(change?.isCooledOff, 'a bill whose arrival amount was paid in time is returned');
  await freeCoupons(ctx, tx, [change]);
  const parts = await partsOf(tx, [change]);
  const source: Source = {
    borrowerId: bill.borrower_id,
    happenedAt: ctx.now,
    businessOn: manilaDayOf(ctx.now),
  };
  const shared: Entry = {
    ...source,
    recordedAt: ctx.now,
    id: newIdFor(bill.borrower_id, ctx.now),
    kind: 'money.shared',
    factKey: `shared for return ${bill.id}`,
    loanId: bill.id,
    lines: moneyAllocated({
      shares: parts.map((part) => part.share),
      borrowerId: bill.borrower_id,
      refundableCentavos: BigInt(sumCentavos(freed.map((payment) => payment.amountCentavos))),
    }),
  };
  const less = remainderEntries(ctx, { ...source, sourceId: `return ${bill.id}` }, parts, 'less');
  await post(
    tx,
    ...less,
    ...(shared.lines.length > 0 ? [shared] : []),
    ...cooledOffEntries(ctx, source, parts),
  );
  for (const part of parts) await writeBill(ctx, tx, part, shared.id);
}
