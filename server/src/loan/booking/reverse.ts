// Books a reversal: first against refundable money, then against the bills that the payment paid,
// last bill first. Those bills owe the money again (docs/decisions/0071).
import {
  addDays,
  type Day,
  earlierDay,
  type Holidays,
  laterDay,
  nextWorkingDayFrom,
} from '@sandali/contract/day.ts';
import { centavos, negateCentavos } from '@sandali/contract/money.ts';
import { owed, remainderSoFar } from '@sandali/contract/owed.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { revokeCoupon } from '#/coupon/coupon.ts';
import { lockLine, useCreditAgain } from '#/credit-line/credit-line.ts';
import type { Tx } from '#/db/database.ts';
import {
  balanceOf,
  ownedAccount,
  paymentReversed,
  post,
  reversalEntry,
  withLosses,
} from '#/ledger/ledger.ts';
import { type BillRecord, billsOf, updateBill } from '#/loan/bill.store.ts';
import { endOffers } from '#/loan/extension/extend.ts';
import { reverseExtension } from '#/loan/extension/store.ts';
import { type BillMoney, dayOf, factsOf, moneyOf, termsOf } from '#/loan/facts.ts';
import { absorb } from '#/loan/rules/absorb.ts';
import { endOfDays } from '#/loan/rules/relief.ts';
import { moveLastFreeDay, repaidAnotherLoan } from '#/loan/store.ts';
import { todayOf } from '#/platform/days.ts';
import { invariant } from '#/platform/refuse.ts';
import { chargesOf } from './book.ts';
import { partOf, writeMoney } from './book-parts.ts';
import { remainderEntries, waivedEntries, writeWaived, writtenOffOf } from './book-waived.ts';
import type { Change, Part } from './change.ts';

/** A reversal, and the receipt whose money it takes back. */
export type ReversedMoney = {
  reversalId: string;
  gateway: string;
  movementId: string;
  receiptId: string;
  borrowerId: string;
  /** The receipt's amount, the sum of its earlier reversals, and the amount of this reversal. */
  cameCentavos: bigint;
  leftBeforeCentavos: bigint;
  amountCentavos: bigint;
  happenedAt: Temporal.Instant;
  valueOn: Temporal.PlainDate;
};

/** A bill after a reversal, which may have undone its extension. */
type ReversedBill = {
  part: Part;
  takenCentavos: bigint;
  isExtensionBack: boolean;
};
/** Where a reversal was booked. */
export type Reversed = {
  bills: readonly ReversedBill[];
  keptCentavos: bigint;
  reclaimedCentavos: bigint;
};

/** The bills and balances against which a reversal is booked. */
type Split = {
  bills: { row: BillRecord; amountCentavos: bigint }[];
  keptCentavos: bigint;
  reclaimedCentavos: bigint;
};

/**
 * Books a reversal against refundable money, then against bills. The rest becomes a claim. Calls
 * `storeReversal` after posting the entry. Locks line and bills; lock the borrower first.
 */
export async function reverseMoney(
  ctx: WorkCtx,
  tx: Tx,
  money: ReversedMoney,
  storeReversal: (entryId: string) => Promise<void>,
): Promise<Reversed> {
  const { borrowerId, reversalId } = money;
  await lockLine(tx, borrowerId);
  const rows = await billsOf(tx, borrowerId, { paidBy: money.receiptId }, true);
  const today = todayOf(ctx.now);
  const refundableCentavos = -(await balanceOf(
    tx,
    ownedAccount('borrower.refundable', borrowerId),
  ));
  const split = splitOver(rows, money, { refundableCentavos, today });
  const planned = split.bills.map(({ row, amountCentavos }) =>
    changeByReversal(row, { money, amountCentavos, today, holidays: ctx.app.holidays }),
  );
  const parts = await Promise.all(planned.map(({ change }) => partOf(tx, change, today)));
  const lines = withLosses(
    paymentReversed(money.amountCentavos, {
      borrowerId,
      shares: parts.map((part) => part.share),
      keptCentavos: split.keptCentavos,
      reclaimedCentavos: split.reclaimedCentavos,
    }),
    writtenOffOf(parts),
  );
  const booking = reversalEntry(ctx.now, money, { loanId: parts[0]?.change.row.id ?? null, lines });
  // Charges and waivers are booked on the day on which the borrower is notified, not on the value
  // date.
  const named = {
    borrowerId,
    happenedAt: ctx.now,
    businessOn: Temporal.PlainDate.from(today),
    sourceId: reversalId,
  };
  const [less, more] = [
    waivedEntries(ctx, named, parts, 'less'),
    waivedEntries(ctx, named, parts, 'more'),
  ];
  await post(
    tx,
    ...chargesOf(ctx, named, parts, 'added'),
    ...less.map((waived) => waived.entry),
    ...remainderEntries(ctx, named, parts, 'less'),
    booking,
    ...remainderEntries(ctx, named, parts, 'more'),
    ...more.map((waived) => waived.entry),
    ...chargesOf(ctx, named, parts, 'takenBack'),
  );
  await storeReversal(booking.id);
  await writeWaived(ctx, tx, [...less, ...more]);
  const bills: ReversedBill[] = [];
  for (const [nth, part] of parts.entries()) {
    const { days, amountCentavos } = planned[nth] as Planned;
    await writeBill(ctx, tx, part, {
      entryId: booking.id,
      days,
      receiptId: money.receiptId,
      today,
    });
    bills.push({
      part,
      takenCentavos: amountCentavos,
      isExtensionBack: days?.isBack === true,
    });
  }
  return { bills, keptCentavos: split.keptCentavos, reclaimedCentavos: split.reclaimedCentavos };
}

/** Returns the part of a receipt that pays a bill, less its reversals. */
function onBill(row: BillRecord, receiptId: string): bigint {
  return row.money.reduce(
    (sum, allocation) =>
      allocation.receipt_id === receiptId ? sum + BigInt(allocation.amount_centavos) : sum,
    0n,
  );
}

/**
 * Splits a reversal: first against the receipt's refundable money, then against its shares of
 * bills, last bill first. The remainder is a claim.
 */
function splitOver(
  rows: readonly BillRecord[],
  money: ReversedMoney,
  { refundableCentavos, today }: { refundableCentavos: bigint; today: Day },
): Split {
  const { receiptId, amountCentavos } = money;
  // Money on a void bill became refundable when the payout was reversed.
  const counted = rows.filter((row) => row.settled_as !== 'void');
  const allOnBills = counted.reduce((sum, row) => sum + onBill(row, receiptId), 0n);
  const outside = money.cameCentavos - money.leftBeforeCentavos - allOnBills;
  const least = (...amounts: bigint[]) => amounts.reduce((a, b) => (b < a ? b : a));
  const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
  const keptCentavos = least(amountCentavos, positive(outside), positive(refundableCentavos));
  let rest = amountCentavos - keptCentavos;
  const bookedLast = (row: BillRecord) =>
    row.money.findLast((allocation) => allocation.receipt_id === receiptId)?.booked_at ?? '';
  const bills: Split['bills'] = [];
  for (const row of counted
    .filter((candidate) => canBeOwedAgain(candidate, receiptId, today))
    .toSorted((a, b) => (bookedLast(a) < bookedLast(b) ? 1 : -1))) {
    const amount = least(rest, onBill(row, receiptId));
    if (amount <= 0n) continue;
    bills.push({ row, amountCentavos: amount });
    rest -= amount;
  }
  return { bills, keptCentavos, reclaimedCentavos: rest };
}

/**
 * Returns whether a bill can owe reversed money again. It cannot if the loan was returned, or if
 * the receipt paid for an extension that is over.
 */
function canBeOwedAgain(row: BillRecord, receiptId: string, today: Day): boolean {
  if (row.settled_as === 'cooledOff') return false;
  const nth = row.extensions.findIndex(
    (extension) => extension.receipt_id === receiptId && extension.back_last_free_on === null,
  );
  if (nth < 0) return true;
  return (
    nth === row.extensions.length - 1 && row.settled_as === null && dayOf(row.last_free_on) >= today
  );
}

/**
 * A bill's new days: a later last free day, or, after an extension is undone, the due date and last
 * free day from before it.
 */
type Days = { dueOn: Day; lastFreeOn: Day; isBack: boolean };
type Planned = { change: Change; days: Days | null; amountCentavos: bigint };
type Taking = { money: ReversedMoney; amountCentavos: bigint; today: Day; holidays: Holidays };

function changeByReversal(
  row: BillRecord,
  { money, amountCentavos, today, holidays }: Taking,
): Planned {
  const days = daysAfter(row, { receiptId: money.receiptId, today, holidays });
  const moved = days ? withDays(row, days, money.receiptId) : row;
  const [before, beforeMoney] = [factsOf(row), moneyOf(moved)];
  const leaves = days?.isBack ? { leaves: { dueOn: days.dueOn, lastFreeOn: days.lastFreeOn } } : {};
  const back: BillMoney = {
    sourceId: money.receiptId,
    reversalId: money.reversalId,
    paidOn: today,
    amountCentavos: negateCentavos(centavos(amountCentavos)),
    ...leaves,
  };
  const absorbed = absorb(termsOf(moved), beforeMoney, [back]);
  invariant(absorbed.freed.length === 0, 'a reversal frees no other money');
  const change = {
    row,
    before,
    after: absorbed.facts,
    beforeMoney,
    money: absorbed.money,
    isCooledOff: false,
  };
  return { change, days, amountCentavos };
}

/**
 * Returns a bill's new days after a reversal, or null if they stay the same. A borrower who was on
 * time has at least until the end of the next working day. An extension whose fee is reversed ends
 * on that day too, but never later than planned.
 */
function daysAfter(
  row: BillRecord,
  { receiptId, today, holidays }: { receiptId: string; today: Day; holidays: Holidays },
): Days | null {
  const lastFreeOn = dayOf(row.last_free_on);
  const untilOn = nextWorkingDayFrom(addDays(today, 1), holidays);
  const extension = row.extensions.find(
    (candidate) => candidate.receipt_id === receiptId && candidate.back_last_free_on === null,
  );
  if (extension) {
    const fromLastFreeOn = extension.from_last_free_on as Day;
    return {
      dueOn: extension.from_due_on as Day,
      lastFreeOn: earlierDay(lastFreeOn, laterDay(fromLastFreeOn, untilOn)),
      isBack: true,
    };
  }
  const isLate =
    (row.settled_on ? dayOf(row.settled_on) : today) > lastFreeOn || row.written_off_on !== null;
  return isLate || untilOn <= lastFreeOn
    ? null
    : { dueOn: dayOf(row.due_on), lastFreeOn: untilOn, isBack: false };
}

/** Returns the bill with its new days. */
function withDays(
  row: BillRecord,
  { dueOn, lastFreeOn, isBack }: Days,
  receiptId: string,
): BillRecord {
  const extensions = isBack
    ? row.extensions.map((extension) =>
        extension.receipt_id === receiptId
          ? { ...extension, back_last_free_on: lastFreeOn }
          : extension,
      )
    : row.extensions;
  return {
    ...row,
    extensions,
    due_on: Temporal.PlainDate.from(dueOn),
    last_free_on: Temporal.PlainDate.from(lastFreeOn),
  };
}

type Writing = { entryId: string; days: Days | null; receiptId: string; today: Day };

/** Writes the change to a bill. A repaid bill that owes money again is reopened. */
async function writeBill(
  ctx: WorkCtx,
  tx: Tx,
  part: Part,
  { entryId, days, receiptId, today }: Writing,
): Promise<void> {
  const { row, after } = part.change;
  await writeMoney(ctx, tx, part.change, entryId);
  const isOwed = owed(after, part.chargedTo).totalCentavos > 0;
  const isReopened = isOwed && row.settled_as === 'repaid';
  const lossOn = isReopened ? row.written_off_on : null;
  await updateBill(tx, row.id, {
    chargedTo: part.chargedTo,
    settled: lossOn && { on: lossOn.toString(), at: ctx.now, as: 'writtenOff' },
    remainderCentavos: remainderSoFar(after, endOfDays).totalCentavos,
    isReopened,
  });
  if (days?.isBack)
    await reverseExtension(tx, {
      loanId: row.id,
      receiptId,
      on: today,
      dueOn: days.dueOn,
      lastFreeOn: days.lastFreeOn,
    });
  else if (days) await moveLastFreeDay(tx, row.id, days.lastFreeOn);
  const again = -(part.share.principalCentavos + part.remainder.principalCentavos);
  if (again > 0n && !row.written_off_on) await useCreditAgain(tx, row.borrower_id, centavos(again));
  if (isReopened && !lossOn) await reverseEarnings(ctx, tx, row);
  await endOffers(ctx, tx, part);
}

/**
 * Reverses the limit step that a reopened loan had earned, and revokes the first-repayment coupon
 * unless another loan was repaid.
 */
async function reverseEarnings(
  ctx: WorkCtx,
  tx: Tx,
  { id: loanId, borrower_id: borrowerId }: BillRecord,
): Promise<void> {
  await ctx.app.ports.loan.reverseGrowth(ctx, tx, { borrowerId, loanId });
  if (!(await repaidAnotherLoan(tx, borrowerId, loanId)))
    await revokeCoupon(ctx, tx, borrowerId, 'firstRepayment');
}
