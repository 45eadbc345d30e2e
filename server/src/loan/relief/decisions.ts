// Carries out decisions that two approvers made about a bill: waives a charge or writes the loan
// off. Lock borrower, line and bill with `lockOpenBill` first.

import type { Day } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { lockLine, releaseUsedCredit } from '#/credit-line/credit-line.ts';
import type { Read, Tx } from '#/db/database.ts';
import { loanBalances, loanWrittenOff, post } from '#/ledger/ledger.ts';
import { type BillRecord, billsOf, updateBill } from '#/loan/bill.store.ts';
import { chargesOf } from '#/loan/booking/book.ts';
import { partOf, writeBill } from '#/loan/booking/book-parts.ts';
import { remainderEntries, waivedEntries, writeWaived } from '#/loan/booking/book-waived.ts';
import { changeOf, type Part, type Source } from '#/loan/booking/change.ts';
import { lapseExtensions } from '#/loan/extension/store.ts';
import { factsOf } from '#/loan/facts.ts';
import { type BillView, viewBill } from '#/loan/view.ts';
import { todayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { findLoanByReference, markWrittenOff } from './store.ts';

type Decided = { id: string; loanId: string; borrowerId: string };

/**
 * Returns the bill's part in the booking after the decision, charged up to today. `before` is the
 * bill's row without the decision.
 */
async function billPartToday(
  ctx: WorkCtx,
  tx: Tx,
  before: BillRecord,
  loanId: string,
): Promise<Part> {
  const [row] = await billsOf(tx, before.borrower_id, { loanId });
  invariant(row, 'a locked bill exists');
  return await partOf(tx, changeOf(row, factsOf(before)), todayOf(ctx.now));
}

const sourceOf = (ctx: WorkCtx, { id, borrowerId }: Decided, today: Day) => ({
  borrowerId,
  sourceId: id,
  happenedAt: ctx.now,
  businessOn: Temporal.PlainDate.from(today),
});

/** Waives the granted amount of a charge. */
export async function waiveCharge(
  ctx: WorkCtx,
  tx: Tx,
  before: BillRecord,
  decided: Decided,
): Promise<void> {
  const part = await billPartToday(ctx, tx, before, decided.loanId);
  const source = sourceOf(ctx, decided, todayOf(ctx.now));
  const more = waivedEntries(ctx, source, [part], 'more');
  const [waived] = more;
  invariant(waived && more.length === 1, 'a granted relief waives an amount');
  const remainder = (which: 'more' | 'less') => remainderEntries(ctx, source, [part], which);
  await post(
    tx,
    ...[...chargesOf(ctx, source, [part], 'added'), ...remainder('less'), waived.entry],
    ...[...remainder('more'), ...chargesOf(ctx, source, [part], 'takenBack')],
  );
  await writeWaived(ctx, tx, more);
  await writeBill(ctx, tx, part, waived.entry.id);
}

/**
 * Writes a loan off: today's debt becomes a loss in the books, the principal leaves the line, and
 * charges stop.
 */
export async function writeOff(
  ctx: WorkCtx,
  tx: Tx,
  before: BillRecord,
  decided: Decided,
): Promise<void> {
  const today = todayOf(ctx.now);
  const source: Source & { sourceId: string } = sourceOf(ctx, decided, today);
  const part = await billPartToday(ctx, tx, before, decided.loanId);
  const charges = chargesOf(ctx, source, [part], 'added');
  const balances = await loanBalances(tx, decided.loanId);
  const owed = {
    principalCentavos: balances.principalCentavos,
    interestCentavos: balances.interestCentavos + part.interestDelta,
    lateCentavos: balances.lateCentavos + part.lateDelta,
  };
  const { borrowerId, happenedAt, businessOn } = source;
  await post(tx, ...charges, {
    borrowerId,
    happenedAt,
    businessOn,
    recordedAt: ctx.now,
    id: newIdFor(borrowerId, ctx.now),
    kind: 'loan.writtenOff',
    factKey: `written off ${decided.loanId}`,
    loanId: decided.loanId,
    lines: loanWrittenOff({ loanId: decided.loanId, owed }),
  });
  await releaseUsedCredit(tx, borrowerId, centavos(owed.principalCentavos), ctx.now);
  await updateBill(tx, decided.loanId, {
    chargedTo: part.chargedTo,
    settled: null,
    remainderCentavos: 0,
  });
  await markWrittenOff(tx, decided.loanId, { on: today, at: ctx.now });
  await lapseExtensions(tx, decided.loanId, { fromOn: null, at: ctx.now });
}

/**
 * Returns the current bill of a loan.
 * @throws Declined if the loan has no bill
 */
export async function billOfReference(read: Read, reference: string): Promise<BillRecord> {
  const loan = await mustFindLoan(read, reference);
  const [row] = await billsOf(read, loan.borrower_id, { loanId: loan.id });
  if (!row) throw new Declined(noBill);
  return row;
}

const noBill = 'This loan has no bill: its money has not arrived.';

async function mustFindLoan(read: Read, reference: string) {
  const loan = await findLoanByReference(read, reference);
  if (!loan) throw new Declined(`There is no loan ${reference}.`);
  return loan;
}

/**
 * Locks the borrower and line of a loan and returns its open bill.
 * @throws Declined if the loan has no open bill
 */
export async function lockOpenBill(tx: Tx, reference: string): Promise<BillRecord> {
  const loan = await mustFindLoan(tx, reference);
  await lockBorrower(tx, loan.borrower_id);
  await lockLine(tx, loan.borrower_id);
  const [row] = await billsOf(tx, loan.borrower_id, { loanId: loan.id }, true);
  if (!row) throw new Declined(noBill);
  if (row.settled_as) throw new Declined(`This bill is already ${row.settled_as}.`);
  return row;
}

/** Locks like `lockOpenBill`, and returns the bill as on the given day. */
export async function viewLockedBill(tx: Tx, reference: string, today: Day): Promise<BillView> {
  return viewBill(await lockOpenBill(tx, reference), today);
}
