// Reverses a borrower's payment: books the reversal, pays reopened bills with money that became
// refundable later, and notifies the borrower (docs/decisions/0071). Lock the receipt first.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { dueNext } from '@sandali/contract/owed.ts';
import { lockIfThere, recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { balanceOf, ownedAccount, paymentReversed, post, reversalEntry } from '#/ledger/ledger.ts';
import { billsOf } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { todayOf, wireDay } from '#/platform/days.ts';
import { plainDay } from '#/texts/written-day.ts';
import { payFromKept } from './book.ts';
import { type Reversed, type ReversedMoney, reverseMoney } from './reverse.ts';

/** Refundable money from another receipt. */
type KeptReceipt = { id: string; left_centavos: bigint; value_on: Temporal.PlainDate };
type ReversalStore = {
  /**
   * Stores the reversal. Call it after the reversal's entry is posted and before rows that
   * reference the reversal are inserted.
   */
  storeReversal(entryId: string): Promise<void>;
  /** Returns the refundable money that was paid after the reversed payment. */
  findLaterReceipts(): Promise<readonly KeptReceipt[]>;
};

/**
 * Books a reversal, pays the reopened bills from later refundable money, and notifies the borrower.
 * An amount that no bill can owe becomes a claim (`borrower.takenBack`). For an erased account, the
 * whole reversal becomes a claim. Locks borrower, line and bills.
 */
export async function reversePayment(
  ctx: WorkCtx,
  tx: Tx,
  money: ReversedMoney,
  { storeReversal, findLaterReceipts }: ReversalStore,
): Promise<void> {
  const { borrowerId } = money;
  // The account may have been erased while this transaction waited for its lock.
  if (!(await lockIfThere(tx, borrowerId))) return await bookErased(ctx, tx, money, storeReversal);
  const reversed = await reverseMoney(ctx, tx, money, storeReversal);
  const usedCentavos = await payReopened(ctx, tx, { money, reversed, findLaterReceipts });
  await notifyReversed(ctx, tx, { borrowerId, reversed, usedCentavos });
}

type Reopened = {
  money: ReversedMoney;
  reversed: Reversed;
  findLaterReceipts: ReversalStore['findLaterReceipts'];
};

/**
 * Pays reopened bills from refundable money that was paid after the reversed payment. The result
 * must not depend on whether the gateway reports that money or the reversal first.
 * @returns the amount used, in centavos
 */
async function payReopened(
  ctx: WorkCtx,
  tx: Tx,
  { money: { borrowerId, reversalId }, reversed, findLaterReceipts }: Reopened,
): Promise<bigint> {
  let usedCentavos = 0n;
  for (const { part } of reversed.bills) {
    for (const receipt of await findLaterReceipts()) {
      const refundable = -(await balanceOf(tx, ownedAccount('borrower.refundable', borrowerId)));
      if (refundable <= 0n) return usedCentavos;
      const amountCentavos = centavos(
        receipt.left_centavos < refundable ? receipt.left_centavos : refundable,
      );
      usedCentavos += await payFromKept(ctx, tx, {
        sourceId: receipt.id,
        borrowerId,
        loanId: part.change.row.id,
        valueOn: wireDay(receipt.value_on),
        amountCentavos,
        reversalId,
      });
    }
  }
  return usedCentavos;
}

/**
 * Books a reversal for an erased account as a claim, because the account's bills are closed for
 * good.
 */
async function bookErased(
  ctx: WorkCtx,
  tx: Tx,
  money: ReversedMoney,
  storeReversal: (entryId: string) => Promise<void>,
): Promise<void> {
  const { borrowerId, amountCentavos } = money;
  const lines = paymentReversed(amountCentavos, {
    borrowerId,
    shares: [],
    keptCentavos: 0n,
    reclaimedCentavos: amountCentavos,
  });
  const entry = reversalEntry(ctx.now, money, { loanId: null, lines });
  await post(tx, entry);
  await storeReversal(entry.id);
}

type ReversalNotice = { borrowerId: string; reversed: Reversed; usedCentavos: bigint };

/**
 * Notifies the borrower of the debt and due date of each reopened bill, and of refundable money
 * that is no longer available. Of that money, `usedCentavos` paid bills.
 */
async function notifyReversed(
  ctx: WorkCtx,
  tx: Tx,
  { borrowerId, reversed, usedCentavos }: ReversalNotice,
): Promise<void> {
  const today = todayOf(ctx.now);
  for (const { part, takenCentavos, isExtensionBack } of reversed.bills) {
    const { id: loanId, reference_no: reference } = part.change.row;
    const [row] = await billsOf(tx, borrowerId, { loanId });
    const due = row && dueNext(factsOf(row), today);
    if (!due || due.owedCentavos === 0) continue;
    const to = await recipientOf(ctx.app, tx, borrowerId, loanId);
    await ctx.app.notices.notify(ctx, tx, to, 'paymentTakenBack', {
      amount: formatPesos(centavos(takenCentavos)),
      reference,
      owed: formatPesos(due.owedCentavos),
      due: plainDay(to.locale, Temporal.PlainDate.from(due.on)),
      ...(isExtensionBack && { extended: 'no' }),
    });
  }
  const offBillsCentavos = reversed.keptCentavos + reversed.reclaimedCentavos + usedCentavos;
  if (offBillsCentavos === 0n) return;
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, borrowerId),
    'keptTakenBack',
    {
      amount: formatPesos(centavos(offBillsCentavos)),
      ...(reversed.reclaimedCentavos > 0n && {
        owes: formatPesos(centavos(reversed.reclaimedCentavos)),
      }),
    },
  );
}
