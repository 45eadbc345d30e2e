// Settles or writes off claims, which are reversed money that no bill owes (docs/decisions/0071).
// One member of staff proposes, another confirms.
import { centavos, formatPesos } from '@sandali/contract/money.ts';
import { lockIfThere, recipientOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { balanceOf, claimEnded, ownedAccount, post } from '#/ledger/ledger.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined } from '#/platform/refuse.ts';
import {
  addEntry,
  type Claim,
  type Decision,
  decisionsOf,
  findClaim,
  insertDecision,
  lockClaimOf,
  lockTransfer,
} from './store.ts';

/** How to close a claim. If `bankReference` is null, the borrower's refundable money is used. */
export type Wish = { act: 'settle'; bankReference: string | null } | { act: 'writeOff' };
export type Decided = {
  outcome: 'proposed' | 'done';
  borrowerId: string | null;
  amountCentavos: bigint;
  leftCentavos: bigint;
};
type Ending = { act: Wish['act']; sourceId: string | null; amountCentavos: bigint };

/**
 * Proposes a decision, or confirms another person's identical proposal. A different decision
 * replaces the open proposal.
 * @throws Declined if nothing is owed or no money can settle the claim
 */
export async function decideClaim(ctx: StaffCtx, tx: Tx, id: string, wish: Wish): Promise<Decided> {
  const claim = await lockClaim(tx, id);
  const ending = await endingOf(tx, claim, wish);
  const { borrower_id: borrowerId, receipt_id: receiptId } = claim;
  const { act, sourceId, amountCentavos } = ending;
  await ctx.looks.mustHaveSeen(tx, { kind: 'claim', id }, () => `claim show ${id}`);
  const decided = {
    borrowerId,
    amountCentavos,
    leftCentavos: claim.owed_centavos - amountCentavos,
  };
  const open = (await decisionsOf(tx, id)).find(({ state }) => state === 'open');
  if (!open || !isSame(open, ending)) {
    if (open) await ctx.approvals.drop(tx, open.id);
    const approvalId = await ctx.approvals.propose(tx, 'claim', { borrowerId });
    const row = { id: approvalId, claim_id: id, borrower_id: borrowerId, receipt_id: receiptId };
    await insertDecision(tx, { ...row, act, source_id: sourceId, amount_centavos: amountCentavos });
    return { outcome: 'proposed', ...decided };
  }
  await ctx.approvals.confirm(tx, open.id);
  await book(ctx, tx, claim, { ...ending, decisionId: open.id });
  if (borrowerId && !claim.is_erased)
    await notifyBorrower(ctx, tx, borrowerId, { ...decided, ending });
  return { outcome: 'done', ...decided };
}

/**
 * Locks the borrower, or the unknown payer's receipt, then reads the claim.
 * @throws Declined if nothing is owed
 */
async function lockClaim(tx: Tx, id: string): Promise<Claim> {
  const before = await findClaim(tx, id);
  // An erased account never changes, so its row does not have to be locked.
  if (before?.borrower_id) await lockIfThere(tx, before.borrower_id);
  if (before?.receipt_id) await lockClaimOf(tx, before.receipt_id);
  const claim = before && (await findClaim(tx, id));
  if (!claim) throw new Declined(`Nothing is owed under the id ${id}. Look at claim list.`);
  return claim;
}

/**
 * Finds money to settle the claim, up to the whole amount owed.
 * @throws Declined if there is no such money
 */
async function endingOf(
  tx: Tx,
  { borrower_id: borrowerId, owed_centavos: owed }: Claim,
  wish: Wish,
): Promise<Ending> {
  const upTo = (available: bigint) => (available < owed ? available : owed);
  if (wish.act === 'writeOff') return { act: 'writeOff', sourceId: null, amountCentavos: owed };
  if (wish.bankReference !== null) {
    const transfer = await lockTransfer(tx, wish.bankReference);
    if (!transfer || transfer.left_centavos <= 0n)
      throw new Declined(
        `No transfer ${wish.bankReference} is in suspense. Book it first with transfer unmatched.`,
      );
    return { act: 'settle', sourceId: transfer.id, amountCentavos: upTo(transfer.left_centavos) };
  }
  const refundable = borrowerId
    ? -(await balanceOf(tx, ownedAccount('borrower.refundable', borrowerId)))
    : 0n;
  if (refundable <= 0n)
    throw new Declined('Nothing is refundable to this payer. Name a transfer with --bank-ref.');
  return { act: 'settle', sourceId: null, amountCentavos: upTo(refundable) };
}

const isSame = (open: Decision, { act, sourceId, amountCentavos }: Ending) =>
  open.act === act && open.source_id === sourceId && open.amount_centavos === amountCentavos;

type Booking = Ending & { decisionId: string };

async function book(
  { now }: StaffCtx,
  tx: Tx,
  { borrower_id: borrowerId }: Claim,
  of: Booking,
): Promise<void> {
  const { act, sourceId, amountCentavos, decisionId } = of;
  const from = act === 'writeOff' ? 'loss' : sourceId ? 'suspense' : 'refundable';
  const entryId = newIdFor(borrowerId, now);
  await post(tx, {
    id: entryId,
    kind: act === 'writeOff' ? 'claim.writtenOff' : 'claim.settled',
    factKey: `claim ${decisionId}`,
    borrowerId,
    loanId: null,
    happenedAt: now,
    recordedAt: now,
    businessOn: manilaDayOf(now),
    lines: claimEnded(amountCentavos, { borrowerId, from }),
  });
  await addEntry(tx, decisionId, entryId);
}

type Notice = { amountCentavos: bigint; leftCentavos: bigint; ending: Ending };

async function notifyBorrower(
  ctx: StaffCtx,
  tx: Tx,
  borrowerId: string,
  { amountCentavos, leftCentavos, ending }: Notice,
): Promise<void> {
  const to = await recipientOf(ctx.app, tx, borrowerId);
  const amount = formatPesos(centavos(amountCentavos));
  if (ending.act === 'writeOff')
    return void (await ctx.app.notices.notify(ctx, tx, to, 'claimWrittenOff', { amount }));
  const remainder = leftCentavos > 0n ? { left: formatPesos(centavos(leftCentavos)) } : {};
  await ctx.app.notices.notify(ctx, tx, to, ending.sourceId ? 'claimPaid' : 'claimSetOff', {
    amount,
    ...remainder,
  });
}
