// Applies a payout's result to its loan in the transaction that settles the payout, so payout,
// loan, bill, line and ledger are committed together.
import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { asDay } from '@sandali/contract/day.ts';
import { centavos, formatPesos, sumCentavos } from '@sandali/contract/money.ts';
import { paidSoFar, remainderSoFar } from '@sandali/contract/owed.ts';
import { lockBorrower, recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import {
  lockLine,
  releaseHeldCredit,
  releaseUsedCredit,
  useHeldCredit,
} from '#/credit-line/credit-line.ts';
import type { Tx } from '#/db/database.ts';
import { loanReversed, paidOut, post, postContested, withLosses } from '#/ledger/ledger.ts';
import { billsOf, insertBill, updateBill } from '#/loan/bill.store.ts';
import { balancesOf, freeCoupon } from '#/loan/booking/book-parts.ts';
import { lockCouponOf, markCouponUsed } from '#/loan/coupon.store.ts';
import { receiverShown } from '#/loan/detail.ts';
import { placeName, receiverName } from '#/loan/disclosure/figures.ts';
import { lapseExtensions } from '#/loan/extension/store.ts';
import { dayOf, factsOf, factsOfLoan } from '#/loan/facts.ts';
import { openBill } from '#/loan/rules/bill.ts';
import { findLoan, type LoanRecord, lockLoan, moveLoan } from '#/loan/store.ts';
import {
  cancelledByBorrower,
  notCollected,
  type PayoutResult,
  payoutRouteOf,
} from '#/payout/payout.ts';
import { manilaDayOf, noLaterThan } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { plainDay } from '#/texts/written-day.ts';

/** Locks borrower, line, loan, bill and coupon, which come before the payout in the lock order. */
export async function lockForPayout(tx: Tx, loanId: string): Promise<void> {
  const loan = await findLoan(tx, loanId);
  invariant(loan, 'a payout of kind loan names a loan');
  await Promise.all([
    lockBorrower(tx, loan.borrower_id),
    lockLine(tx, loan.borrower_id),
    lockLoan(tx, loanId),
    billsOf(tx, loan.borrower_id, { loanId }, true),
    lockCouponOf(tx, loanId),
  ]);
}

export async function payoutMoved(ctx: WorkCtx, tx: Tx, result: PayoutResult): Promise<void> {
  const loan = await findLoan(tx, result.subjectId);
  invariant(loan, 'a payout of kind loan names a loan');
  const by = { at: ctx.now, who: 'bank' };
  if (result.state === 'accepted') {
    if (loan.state !== 'paying') return;
    await moveLoan(tx, loan.id, 'bankProcessing', { ...by, reason: 'the bank took the order' });
    return await notifyArrivalDay(ctx, tx, loan);
  }
  if (result.state === 'ready') return await markReady(ctx, tx, loan, result.collectUntil);
  if (result.state === 'endsSoon')
    return await notifyPickupReady(ctx, tx, loan, 'pickupLastDay', result.collectUntil);
  if (result.state === 'failed')
    return await failUnpaid(ctx, tx, loan, {
      who: 'bank',
      reason: 'the bank refused',
      failure: result.failure,
    });
  if (result.state === 'reversed') return await reverse(ctx, tx, loan, result);
  // The payout had failed or been reversed, so the loan stays as it is.
  if ('breakId' in result) return await postContested(tx, result, ctx.now);
  await disburse(ctx, tx, loan, result);
}

/** Notifies the borrower of the arrival day, unless the payout arrives within minutes. */
async function notifyArrivalDay(ctx: WorkCtx, tx: Tx, loan: LoanRecord): Promise<void> {
  const travel = await payoutRouteOf(tx, 'loan', loan.id);
  if (!travel?.expectedOn) return;
  const to = await recipientOf(ctx.app, tx, loan.borrower_id, loan.id);
  await ctx.app.notices.notify(ctx, tx, to, 'payoutOnItsWay', {
    arrival: formatPesos(centavos(loan.arrival_centavos)),
    receiver: receiverName(to.locale, {
      channel: loan.channel as PayoutChannel,
      receiver: receiverShown(loan),
      chains: ctx.app.catalogue.chains,
    }),
    day: plainDay(to.locale, travel.expectedOn),
    days: loan.term_days,
  });
}

/** Records that the cash is ready at a counter. The borrower owes nothing until it is collected. */
async function markReady(
  ctx: WorkCtx,
  tx: Tx,
  loan: LoanRecord,
  collectUntil: Temporal.PlainDate,
): Promise<void> {
  if (loan.state === 'paying')
    await moveLoan(tx, loan.id, 'bankProcessing', {
      at: ctx.now,
      who: 'bank',
      reason: 'the money can be collected',
    });
  await notifyPickupReady(ctx, tx, loan, 'pickupReady', collectUntil);
}

/**
 * Tells the borrower where to collect the cash and until when: first when it is ready, and again
 * before the last day. Only the app shows the code.
 */
async function notifyPickupReady(
  ctx: WorkCtx,
  tx: Tx,
  loan: LoanRecord,
  kind: 'pickupReady' | 'pickupLastDay',
  collectUntil: Temporal.PlainDate,
): Promise<void> {
  const to = await recipientOf(ctx.app, tx, loan.borrower_id, loan.id);
  await ctx.app.notices.notify(ctx, tx, to, kind, {
    arrival: formatPesos(centavos(loan.arrival_centavos)),
    place: placeName(to.locale, loan.channel as PayoutChannel, ctx.app.catalogue),
    last: plainDay(to.locale, collectUntil),
    // A cash machine requires only the code.
    ...(loan.channel === 'cardless' && { machine: 'yes' }),
  });
}

type Unpaid = Pick<LoanRecord, 'id' | 'borrower_id' | 'principal_centavos' | 'arrival_centavos'>;

/**
 * Marks a loan that was not paid out as failed, releases its held credit and its coupon, and
 * notifies the borrower. Lock borrower, line, loan and coupon first.
 */
export async function failUnpaid(
  ctx: WorkCtx,
  tx: Tx,
  loan: Unpaid,
  cause: { who: string; reason: string; failure: string },
): Promise<void> {
  await releaseHeldCredit(tx, loan.borrower_id, centavos(loan.principal_centavos), ctx.now);
  await freeCoupon(ctx, tx, { borrowerId: loan.borrower_id, loanId: loan.id });
  await moveLoan(tx, loan.id, 'failed', { at: ctx.now, ...cause });
  await notifyUnpaid(ctx, tx, loan, cause.failure);
}

/**
 * Notifies the borrower that the cash was not collected or that the loan could not be paid out,
 * unless the borrower cancelled the pickup.
 */
async function notifyUnpaid(ctx: WorkCtx, tx: Tx, loan: Unpaid, failure: string): Promise<void> {
  if (failure === cancelledByBorrower) return;
  const kind = failure === notCollected ? 'pickupOver' : 'payoutFailed';
  const arrival = formatPesos(centavos(loan.arrival_centavos));
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, loan.borrower_id, loan.id),
    kind,
    { arrival },
  );
}

/** Books a payout that arrived: the loan succeeds, its bill opens, and the line is used. */
async function disburse(
  ctx: WorkCtx,
  tx: Tx,
  loan: LoanRecord,
  result: Extract<PayoutResult, { state: 'paid' }>,
): Promise<void> {
  const { paidAt, payoutId, collectUntil } = result;
  const arrivedAt = noLaterThan(paidAt, ctx.now);
  const arrivedOn = manilaDayOf(arrivedAt);
  const facts = openBill(factsOfLoan(loan), asDay(arrivedOn.toString()), ctx.app.holidays);
  const dueOn = arrivedOn.add({ days: loan.term_days });
  await useHeldCredit(tx, loan.borrower_id, centavos(loan.principal_centavos));
  await markCouponUsed(tx, loan.id, ctx.now);
  await moveLoan(tx, loan.id, 'success', { at: ctx.now, who: 'bank', reason: 'paid' });
  await insertBill(tx, {
    loan_id: loan.id,
    borrower_id: loan.borrower_id,
    arrived_at: arrivedAt,
    arrived_on: arrivedOn,
    due_on: dueOn,
    last_free_on: Temporal.PlainDate.from(facts.firstLastFreeOn),
    charged_to: arrivedOn,
  });
  await post(tx, {
    id: newIdFor(loan.borrower_id, ctx.now),
    kind: 'loan.paidOut',
    factKey: `payout ${payoutId}`,
    borrowerId: loan.borrower_id,
    loanId: loan.id,
    happenedAt: arrivedAt,
    recordedAt: ctx.now,
    businessOn: arrivedOn,
    lines: paidOut({
      loanId: loan.id,
      principalCentavos: loan.principal_centavos,
      arrivalCentavos: loan.arrival_centavos,
      serviceFeeCentavos: loan.service_fee_centavos,
      channelFeeCentavos: loan.channel_fee_centavos,
    }),
  });
  if (collectUntil) await notifyPickupReady(ctx, tx, loan, 'pickupReady', collectUntil);
  else await notifyArrived(ctx, tx, loan, dueOn);
}

async function notifyArrived(
  ctx: WorkCtx,
  tx: Tx,
  loan: LoanRecord,
  dueOn: Temporal.PlainDate,
): Promise<void> {
  const to = await recipientOf(ctx.app, tx, loan.borrower_id, loan.id);
  const receiver = receiverShown(loan);
  const name = receiverName(to.locale, {
    channel: loan.channel as PayoutChannel,
    receiver,
    chains: ctx.app.catalogue.chains,
  });
  const values = {
    arrival: formatPesos(centavos(loan.arrival_centavos)),
    repay: formatPesos(centavos(loan.principal_centavos + loan.interest_centavos)),
    due: plainDay(to.locale, dueOn),
  };
  if (receiver)
    await ctx.app.notices.notify(ctx, tx, to, 'loanPaidOut', { ...values, receiver: name });
  else await ctx.app.notices.notify(ctx, tx, to, 'pickupCollected', { ...values, place: name });
}

/**
 * Books a reversed payout: the bill becomes void, nothing is owed, the line is restored, and all
 * payments become refundable.
 */
async function reverse(
  ctx: WorkCtx,
  tx: Tx,
  loan: LoanRecord,
  result: Extract<PayoutResult, { state: 'reversed' }>,
): Promise<void> {
  const [bill] = await billsOf(tx, loan.borrower_id, { loanId: loan.id }, true);
  invariant(bill, 'a loan whose payout was reversed has a bill');
  const today = manilaDayOf(ctx.now);
  const facts = factsOf(bill);
  const [owed, paid, waived] = [
    await balancesOf(tx, bill, facts),
    paidSoFar(facts, dayOf(today)),
    remainderSoFar(facts, dayOf(today)),
  ];
  // The fees of a returned loan were reversed when it was returned.
  const hasFees = bill.settled_as !== 'cooledOff';
  await post(tx, {
    id: newIdFor(loan.borrower_id, ctx.now),
    kind: 'loan.reversed',
    factKey: `reversal ${result.payoutId}`,
    borrowerId: loan.borrower_id,
    loanId: loan.id,
    happenedAt: ctx.now,
    recordedAt: ctx.now,
    businessOn: today,
    lines: withLosses(
      loanReversed({
        loanId: loan.id,
        borrowerId: loan.borrower_id,
        arrivalCentavos: loan.arrival_centavos,
        serviceFeeCentavos: hasFees ? loan.service_fee_centavos : 0n,
        channelFeeCentavos: hasFees ? loan.channel_fee_centavos : 0n,
        owed,
        paid: {
          principalCentavos: BigInt(paid.principalCentavos),
          interestCentavos: BigInt(paid.interestCentavos),
          lateCentavos: BigInt(paid.lateCentavos),
          extensionFeeCentavos: BigInt(paid.extensionFeesCentavos),
        },
        waived: {
          principalCentavos: BigInt(waived.principalCentavos),
          interestCentavos: BigInt(waived.interestCentavos),
          lateCentavos: BigInt(waived.lateCentavos),
        },
      }),
      new Set(bill.written_off_on ? [loan.id] : []),
    ),
  });
  if (!bill.written_off_on)
    await releaseUsedCredit(tx, loan.borrower_id, centavos(owed.principalCentavos), ctx.now);
  await ctx.app.ports.loan.reverseGrowth(ctx, tx, {
    borrowerId: loan.borrower_id,
    loanId: loan.id,
  });
  await freeCoupon(ctx, tx, { borrowerId: loan.borrower_id, loanId: loan.id });
  await moveLoan(tx, loan.id, 'reversed', {
    at: ctx.now,
    who: 'bank',
    reason: 'the payout came back',
    failure: result.failure,
  });
  await updateBill(tx, loan.id, {
    chargedTo: bill.charged_to.toString(),
    settled: { on: today.toString(), at: ctx.now, as: 'void' },
    remainderCentavos: 0,
  });
  await lapseExtensions(tx, loan.id, { fromOn: null, at: ctx.now });
  await notifyReversed(ctx, tx, loan, paid);
}

/** Notifies the borrower that nothing is owed, and how much of what they paid is refundable. */
async function notifyReversed(
  ctx: WorkCtx,
  tx: Tx,
  loan: LoanRecord,
  paid: ReturnType<typeof paidSoFar>,
): Promise<void> {
  const repaidCentavos = sumCentavos([
    paid.principalCentavos,
    paid.interestCentavos,
    paid.lateCentavos,
    paid.extensionFeesCentavos,
  ]);
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, loan.borrower_id, loan.id),
    'loanReversed',
    {
      arrival: formatPesos(centavos(loan.arrival_centavos)),
      reference: loan.reference_no,
      ...(repaidCentavos > 0 && { kept: formatPesos(repaidCentavos) }),
    },
  );
}
