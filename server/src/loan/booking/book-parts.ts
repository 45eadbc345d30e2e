// Computes a bill's part in a booking: its charges and shares, its ledger lines and its rows.
import { interestAccrued, lateCharged } from '@sandali/contract/accrual.ts';
import { waivedSoFar } from '@sandali/contract/accrualFacts.ts';
import { type Day, laterDay } from '@sandali/contract/day.ts';
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { owed, paidSoFar, remainderSoFar } from '@sandali/contract/owed.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { revokeCoupon } from '#/coupon/coupon.ts';
import { releaseUsedCredit } from '#/credit-line/credit-line.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type Entry, type LoanBalances, loanBalances, loanCooledOff } from '#/ledger/ledger.ts';
import {
  type BillRecord,
  insertBillMoney,
  markReturnRequested,
  updateBill,
} from '#/loan/bill.store.ts';
import { releaseCoupon } from '#/loan/coupon.store.ts';
import { type BillMoney, dayOf, returnEndOf } from '#/loan/facts.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { endOfDays } from '#/loan/rules/relief.ts';
import { repaidAnotherLoan } from '#/loan/store.ts';
import { newIdFor } from '#/platform/random.ts';
import { waivedMoved } from './book-waived.ts';
import type { Change, Part, Source } from './change.ts';

/**
 * Releases the coupons of returned loans. Call it before ledger accounts are locked, because
 * coupons come before them in the lock order.
 */
export async function freeCoupons(ctx: WorkCtx, tx: Tx, changes: readonly Change[]): Promise<void> {
  for (const change of changes)
    if (change.isCooledOff)
      await freeCoupon(ctx, tx, { borrowerId: change.row.borrower_id, loanId: change.row.id });
}

/**
 * Computes each bill's part in the entries: the charges that are missing from the books, and the
 * shares that the payment covers.
 */
export async function partsOf(tx: Tx, changes: readonly Change[]): Promise<Part[]> {
  return await Promise.all(changes.map((change) => partOf(tx, change)));
}

/**
 * Computes one bill's part. Charges the bill up to its last payment, or up to `upTo` if that day is
 * later.
 */
export async function partOf(tx: Tx, change: Change, upTo?: Day): Promise<Part> {
  const { row, before, after, isCooledOff } = change;
  const chargedTo = change.money.reduce(
    (day, payment) => laterDay(day, payment.paidOn),
    laterDay(dayOf(row.charged_to), upTo ?? dayOf(row.charged_to)),
  );
  const [balances, paidBefore, paidAfter] = [
    await balancesOf(tx, row, before),
    paidSoFar(before, endOfDays),
    paidSoFar(after, endOfDays),
  ];
  const waivedBefore = waivedSoFar(before, endOfDays);
  const [remainderBefore, remainderAfter] = [
    remainderSoFar(before, endOfDays),
    remainderSoFar(after, endOfDays),
  ];
  const remainderDelta = (part: keyof Part['remainder']) =>
    BigInt(remainderAfter[part]) - BigInt(remainderBefore[part]);
  // The books exclude waived charges. For a returned loan, all remaining charges are reversed as
  // well.
  const posted = {
    interestCentavos:
      balances.interestCentavos +
      BigInt(paidBefore.interestCentavos) +
      BigInt(remainderBefore.interestCentavos),
    lateCentavos:
      balances.lateCentavos +
      BigInt(paidBefore.lateCentavos) +
      BigInt(remainderBefore.lateCentavos),
    principalOutCentavos: balances.principalCentavos,
  };
  const extensionFee =
    BigInt(paidAfter.extensionFeesCentavos) - BigInt(paidBefore.extensionFeesCentavos);
  return {
    change,
    chargedTo,
    posted,
    extensionFeeDelta: extensionFee,
    interestDelta: isCooledOff
      ? 0n
      : BigInt(interestAccrued(after, chargedTo)) -
        posted.interestCentavos -
        BigInt(waivedBefore.interestCentavos),
    lateDelta: isCooledOff
      ? 0n
      : BigInt(lateCharged(after, chargedTo)) -
        posted.lateCentavos -
        BigInt(waivedBefore.lateCentavos),
    waived: isCooledOff ? [] : waivedMoved(before, after),
    remainder: {
      lateCentavos: remainderDelta('lateCentavos'),
      interestCentavos: remainderDelta('interestCentavos'),
      principalCentavos: remainderDelta('principalCentavos'),
    },
    share: {
      loanId: row.id,
      lateCentavos: BigInt(paidAfter.lateCentavos) - BigInt(paidBefore.lateCentavos),
      interestCentavos: BigInt(paidAfter.interestCentavos) - BigInt(paidBefore.interestCentavos),
      principalCentavos: BigInt(paidAfter.principalCentavos) - BigInt(paidBefore.principalCentavos),
      extensionFeeCentavos: extensionFee,
    },
  };
}

/**
 * Returns a loan's balances according to the books. The balances of a written-off loan are in the
 * loss account, so they are computed from the facts instead.
 */
export async function balancesOf(
  tx: Read,
  row: BillRecord,
  before: BillFacts,
): Promise<LoanBalances> {
  if (!row.written_off_on) return await loanBalances(tx, row.id);
  const { principalCentavos, interestCentavos, lateCentavos } = owed(before, dayOf(row.charged_to));
  return {
    principalCentavos: BigInt(principalCentavos),
    interestCentavos: BigInt(interestCentavos),
    lateCentavos: BigInt(lateCentavos),
  };
}

/**
 * Returns the entries that reverse the charges of returned loans. Post them after the payment,
 * because a payment for a return covers only principal.
 */
export function cooledOffEntries(ctx: WorkCtx, source: Source, parts: readonly Part[]): Entry[] {
  return parts
    .filter((part) => part.change.isCooledOff)
    .map(({ change: { row }, posted }) => ({
      ...source,
      recordedAt: ctx.now,
      id: newIdFor(source.borrowerId, ctx.now),
      kind: 'loan.cooledOff' as const,
      factKey: `return ${row.id}`,
      loanId: row.id,
      lines: loanCooledOff({
        loanId: row.id,
        serviceFeeCentavos: row.service_fee_centavos,
        channelFeeCentavos: row.channel_fee_centavos,
        interestCentavos: posted.interestCentavos,
        lateCentavos: posted.lateCentavos,
      }),
    }));
}

/**
 * Writes the bill's payments, settles the bill if nothing is owed, and releases principal to the
 * line. `entryId` is the entry that booked the payment.
 * @returns whether this booking repaid the bill; false for a written-off bill
 */
export async function writeBill(
  ctx: WorkCtx,
  tx: Tx,
  part: Part,
  entryId: string,
): Promise<boolean> {
  const { row, after, money, isCooledOff } = part.change;
  await writeMoney(ctx, tx, part.change, entryId);
  const isSettled = isCooledOff || owed(after, part.chargedTo).totalCentavos === 0;
  const isRepaidNow =
    isSettled && !isCooledOff && (row.settled_as === null || row.settled_as === 'writtenOff');
  // `settledOn` is the value date of the last payment that the bill needed. A late report may
  // change it. Principal is paid last, so a waived charge never settles a bill.
  const settledOn = money.reduce(
    (day, payment) => laterDay(day, payment.paidOn),
    dayOf(row.arrived_on),
  );
  const as = isCooledOff ? 'cooledOff' : 'repaid';
  const at = (isCooledOff ? null : row.settled_at) ?? ctx.now;
  // Stores the actual last day, because a holiday added later may have changed the announced day.
  const endsOn = isCooledOff && returnEndOf(row, ctx.app.holidays);
  if (endsOn) await markReturnRequested(tx, row.id, { at: ctx.now, endsOn });
  await updateBill(tx, row.id, {
    chargedTo: part.chargedTo,
    settled: isSettled ? { on: settledOn, at, as } : null,
    remainderCentavos: remainderSoFar(after, endOfDays).totalCentavos,
  });
  // A return releases all principal, because reversed fees cover the unpaid part. The principal of
  // a written-off loan has already left the line.
  const freed = isCooledOff
    ? part.posted.principalOutCentavos
    : part.share.principalCentavos + part.remainder.principalCentavos;
  if (freed !== 0n && !row.written_off_on)
    await releaseUsedCredit(tx, row.borrower_id, centavos(freed), ctx.now);
  // A return also reverses the limit step that an earlier payoff of the loan earned.
  if (isCooledOff)
    await ctx.app.ports.loan.reverseGrowth(ctx, tx, {
      borrowerId: row.borrower_id,
      loanId: row.id,
    });
  if (isRepaidNow) await notifySettled(ctx, tx, part, 'billRepaid');
  if (isCooledOff) await notifySettled(ctx, tx, part, 'loanReturned');
  return isRepaidNow && !row.written_off_on;
}

export async function writeMoney(
  ctx: WorkCtx,
  tx: Tx,
  change: Change,
  entryId: string,
): Promise<void> {
  const { row } = change;
  await insertBillMoney(
    tx,
    paymentDeltas(change).map(({ payment, delta }) => ({
      id: newIdFor(row.borrower_id, ctx.now),
      loanId: row.id,
      borrowerId: row.borrower_id,
      sourceId: payment.sourceId,
      valueOn: payment.paidOn,
      amountCentavos: delta,
      entryId,
      bookedAt: ctx.now,
      reversalId: payment.reversalId ?? null,
    })),
  );
}

/** Returns how the bill's payments changed, by source and day. Reversals are negative. */
export function paymentDeltas({
  beforeMoney,
  money,
}: Pick<Change, 'beforeMoney' | 'money'>): { payment: BillMoney; delta: bigint }[] {
  const keyOf = ({ sourceId, paidOn, reversalId = '' }: BillMoney) =>
    `${sourceId} ${paidOn} ${reversalId}`;
  const keys = new Map([...beforeMoney, ...money].map((payment) => [keyOf(payment), payment]));
  const amountIn = (list: readonly BillMoney[], key: string) =>
    BigInt(list.find((payment) => keyOf(payment) === key)?.amountCentavos ?? 0);
  return [...keys]
    .map(([key, payment]) => ({
      payment,
      delta: amountIn(money, key) - amountIn(beforeMoney, key),
    }))
    .filter(({ delta }) => delta !== 0n);
}

/**
 * Notifies the borrower that a payment left a balance. Only the app shows this notice, because the
 * borrower need not act on it.
 */
export async function notifyBooked(
  ctx: WorkCtx,
  tx: Tx,
  { change, chargedTo }: Part,
  sourceId: string,
): Promise<void> {
  const { row, after, isCooledOff } = change;
  const paid = paymentDeltas(change).reduce(
    (sum, { payment, delta }) => sum + (payment.sourceId === sourceId ? delta : 0n),
    0n,
  );
  if (paid <= 0n || isCooledOff || owed(after, chargedTo).totalCentavos === 0) return;
  const to = await recipientOf(ctx.app, tx, row.borrower_id, row.id);
  await ctx.app.notices.notify(ctx, tx, to, 'paymentBooked', {
    paid: formatPesos(centavos(paid)),
    reference: row.reference_no,
  });
}

async function notifySettled(
  ctx: WorkCtx,
  tx: Tx,
  { change }: Part,
  kind: 'billRepaid' | 'loanReturned',
): Promise<void> {
  const { row, after } = change;
  const to = await recipientOf(ctx.app, tx, row.borrower_id, row.id);
  const paid = formatPesos(paidSoFar(after, endOfDays).totalCentavos);
  await ctx.app.notices.notify(ctx, tx, to, kind, { paid, reference: row.reference_no });
}

/**
 * Releases the coupon of a loan that failed or was cancelled, returned or reversed. Revokes the
 * first-repayment coupon unless another loan was repaid or uses it. Lock the borrower and the line
 * first.
 */
export async function freeCoupon(
  ctx: WorkCtx,
  tx: Tx,
  { borrowerId, loanId }: { borrowerId: string; loanId: string },
): Promise<void> {
  await releaseCoupon(tx, loanId, ctx.now);
  if (!(await repaidAnotherLoan(tx, borrowerId, loanId)))
    await revokeCoupon(ctx, tx, borrowerId, 'firstRepayment');
}
