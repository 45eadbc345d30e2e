// Money with an unknown owner: two people assign it or send it back. Assigned money is booked on
// its value date like any payment, so late charges after that day are reversed.
import { asDay } from '@sandali/contract/day.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { post, suspenseReturned } from '#/ledger/ledger.ts';
import { bookMoney, viewBills } from '#/loan/loan.ts';
import { manilaDayOf, todayOf } from '#/platform/days.ts';
import { newId } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import { ownBank } from '#/repayment/transfer/store.ts';
import {
  addEntry,
  type Decision,
  decisionsOf,
  findUnmatched,
  giveOwner,
  insertDecision,
  type Unmatched,
} from './store.ts';

/**
 * The decision about a receipt: assign it to a borrower, optionally with the reference number of
 * the loan to be paid first, or send it back to the payer.
 */
export type Wish =
  | { act: 'assign'; borrowerId: string; referenceNo: string | null }
  | { act: 'return' };
type Decided = { outcome: 'proposed' | 'settled'; borrowerId: string | null };

/**
 * Proposes a decision, or confirms another person's identical proposal and books it. A different
 * decision replaces the open proposal.
 * @throws Declined if the money is gone or already decided on, or cannot be the borrower's
 */
export async function decide(ctx: StaffCtx, tx: Tx, id: string, wish: Wish): Promise<Decided> {
  const receipt = await lockWaiting(tx, id);
  const borrowerId = wish.act === 'assign' ? wish.borrowerId : null;
  const loanId = wish.act === 'assign' ? await billFor(ctx, tx, receipt, wish) : null;
  await ctx.looks.mustHaveSeen(tx, { kind: 'money', id }, () => `suspense show ${id}`);
  const open = (await decisionsOf(tx, id)).find(({ state }) => state === 'open');
  const isSame =
    open?.act === wish.act && open.borrower_id === borrowerId && open.loan_id === loanId;
  if (!open || !isSame) {
    if (open) await ctx.approvals.drop(tx, open.id);
    const approvalId = await ctx.approvals.propose(tx, 'suspense', { borrowerId });
    await insertDecision(tx, {
      id: approvalId,
      receipt_id: id,
      act: wish.act,
      borrower_id: borrowerId,
      loan_id: loanId,
    });
    return { outcome: 'proposed', borrowerId };
  }
  await ctx.approvals.confirm(tx, open.id);
  if (borrowerId) await assign(ctx, tx, receipt, open, borrowerId);
  else await sendBack(ctx, tx, receipt, open);
  return { outcome: 'settled', borrowerId };
}

/**
 * Locks the receipt, then its borrower.
 * @throws Declined if the receipt is not in suspense
 */
async function lockWaiting(tx: Tx, id: string): Promise<Unmatched> {
  const receipt = await findUnmatched(tx, id, { isLocked: true });
  if (!receipt) throw new Declined(`There is no money in suspense with the id ${id}.`);
  const confirmed = (await decisionsOf(tx, id)).find(({ state }) => state === 'confirmed');
  if (confirmed)
    throw new Declined(
      confirmed.act === 'assign'
        ? 'This money already has an owner.'
        : 'This money has already been sent back.',
    );
  if (receipt.left_centavos === 0n)
    throw new Declined(
      'Nothing of this money is left: its gateway took it back, or it settled a claim.',
    );
  return receipt;
}

/**
 * Returns the loan whose bill is paid first, or null if the decision names no loan.
 * @throws Declined if the money cannot be the borrower's
 */
async function billFor(
  { now }: StaffCtx,
  tx: Tx,
  receipt: Unmatched,
  { borrowerId, referenceNo }: Extract<Wish, { act: 'assign' }>,
): Promise<string | null> {
  if (receipt.used_centavos > 0n)
    throw new Declined(
      'A part of this transfer settled a claim. Send the rest back with suspense return.',
    );
  if (receipt.currency !== 'PHP')
    throw new Declined(
      'This money is not in pesos, so it cannot pay a bill. Send it back with suspense return.',
    );
  const today = todayOf(now);
  const bills = await viewBills(tx, borrowerId, { are: 'recent' }, today);
  if (bills.length === 0)
    throw new Declined(
      'This person has never had a bill. Look for another person, or send the money back.',
    );
  if (referenceNo === null) return null;
  const [bill] = await viewBills(tx, borrowerId, { referenceNo }, today);
  if (!bill) throw new Declined(`This person has no bill for loan ${referenceNo}.`);
  return bill.shown.loanId;
}

async function assign(
  { app, now, wall }: StaffCtx,
  tx: Tx,
  receipt: Unmatched,
  open: Decision,
  borrowerId: string,
): Promise<void> {
  const { entryId } = await bookMoney({ app, now, wall }, tx, {
    sourceId: receipt.id,
    borrowerId,
    loanId: open.loan_id,
    extensionId: null,
    from: 'suspense',
    amountCentavos: centavos(receipt.left_centavos),
    valueOn: asDay(receipt.value_on.toString()),
    paidAt: receipt.paid_at,
  });
  await addEntry(tx, open.id, entryId);
  await giveOwner(tx, receipt.id, borrowerId);
}

async function sendBack(
  { now }: StaffCtx,
  tx: Tx,
  receipt: Unmatched,
  open: Decision,
): Promise<void> {
  const entryId = newId(now);
  await post(tx, {
    id: entryId,
    kind: 'suspense.returned',
    factKey: `suspense-returned ${receipt.id}`,
    borrowerId: null,
    loanId: null,
    happenedAt: now,
    recordedAt: now,
    businessOn: manilaDayOf(now),
    lines: suspenseReturned(
      receipt.left_centavos,
      receipt.currency,
      receipt.gateway === ownBank ? 'ownBank' : 'gateway',
    ),
  });
  await addEntry(tx, open.id, entryId);
}
