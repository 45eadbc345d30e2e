// Checks loans between the signature and the payout order, and moves them from submitting to
// paying. It works from their stored state, so several workers can run it.

import { isPickup, type PayoutChannel, type PayoutRail } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { holdsPart, knownNameOf, lockBorrower, recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { eachItem } from '#/context/failing-items.ts';
import { isChannelOn, mayPayOut } from '#/context/switches.ts';
import { borrowersWithHeldLines, checkLineHeld } from '#/credit/credit.ts';
import { lockLine } from '#/credit-line/credit-line.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { whenOf } from '#/loan/apply/offer.ts';
import { lockCouponOf } from '#/loan/coupon.store.ts';
import {
  findLoan,
  loansToApprove,
  lockLoan,
  moveLoan,
  setLookAgain,
  type Waiting,
} from '#/loan/store.ts';
import { orderPayout, type Receiver } from '#/payout/payout.ts';
import { accountForPayout, routeFor } from '#/payout-accounts/payout-accounts.ts';
import { invariant } from '#/platform/refuse.ts';
import { traced } from '#/platform/trace.ts';
import { failUnpaid } from './payout-result.ts';

const usualBatch = 20;
/**
 * The failure of a loan to an account at a bank that the gateway does not pay, or no longer pays.
 */
const bankNotPaid = 'bankNotPaid';

/**
 * Moves waiting loans to their next state in rounds, so that loans on hold do not delay other
 * loans.
 * @returns the number of loans that moved
 */
export async function approveDue(ctx: WorkCtx, batch = usualBatch): Promise<number> {
  const { db, bank, catalogue } = ctx.app;
  const [except, settings] = await Promise.all([
    borrowersWithHeldLines(db),
    ctx.app.settings.all(),
  ]);
  // Skips loans whose channel is paused, because locking them would be useless.
  const isOn = (channel: PayoutChannel) =>
    mayPayOut(settings, bank) && isChannelOn(settings, bank, channel);
  const channels = catalogue.payoutChannels.map(({ channel }) => channel).filter(isOn);
  let moved = 0;
  for (let after: Waiting | null = null; ; ) {
    const waiting: Waiting[] = await loansToApprove(db, {
      now: ctx.now,
      channels,
      most: batch,
      except,
      after,
    });
    moved += await approveSome(ctx, waiting);
    after = waiting.at(-1) ?? null;
    if (waiting.length < batch) return moved;
  }
}

async function approveSome(ctx: WorkCtx, waiting: readonly Waiting[]): Promise<number> {
  const moved = await eachItem(ctx, {
    kind: 'loan to approve',
    items: waiting,
    idOf: ({ id }) => id,
    failure: 'a loan could not be approved',
    fieldsOf: ({ id }) => ({ loanId: id }),
    run: ({ id, borrower_id }) =>
      traced(
        () => ({ name: 'approve', kind: 'internal', orderId: id, fields: { loanId: id } }),
        () => inTx(ctx.app.db, (tx) => approve(ctx, tx, id, borrower_id)),
      ),
  });
  return moved.filter(Boolean).length;
}

async function approve(ctx: WorkCtx, tx: Tx, loanId: string, borrowerId: string): Promise<boolean> {
  await Promise.all([lockBorrower(tx, borrowerId), lockLine(tx, borrowerId)]);
  const loan = await lockLoan(tx, loanId);
  if (!loan || (loan.state !== 'submitting' && loan.state !== 'approving')) return false;
  // A screening list may have named the borrower since the signature. The loan then waits for
  // staff.
  if (await checkLineHeld(tx, borrowerId)) return false;
  const step = { at: ctx.now, who: 'system' };
  if (loan.state === 'submitting')
    await moveLoan(tx, loanId, 'approving', { ...step, reason: 'checked' });
  const settings = await ctx.app.settings.all();
  // While the gateway or channel is paused, the loan waits in this state until staff resumes it.
  const channel = loan.channel as PayoutChannel;
  if (!mayPayOut(settings, ctx.app.bank) || !isChannelOn(settings, ctx.app.bank, channel))
    return loan.state === 'submitting';
  const receiver = isPickup(channel)
    ? await collector(ctx, tx, borrowerId)
    : await accountOf(ctx, tx, loan);
  if (!receiver) {
    // The account was removed after the signature, so nobody can be paid.
    await lockCouponOf(tx, loanId);
    await failUnpaid(ctx, tx, loan, {
      who: 'system',
      reason: 'its account was removed',
      failure: 'accountMissing',
    });
    return true;
  }
  if (receiver.to.bankCode === null && !isPickup(channel)) {
    await lockCouponOf(tx, loanId);
    await failUnpaid(ctx, tx, loan, {
      who: 'system',
      reason: 'the gateway does not pay to its bank',
      failure: bankNotPaid,
    });
    return true;
  }
  // The phone number may have changed since the signature. An account added shortly before the
  // change must not be paid.
  if (receiver.heldUntil) {
    await setLookAgain(tx, loanId, receiver.heldUntil);
    return loan.state === 'submitting';
  }
  await orderPayout(ctx, tx, {
    kind: 'loan',
    subjectId: loanId,
    borrowerId,
    amountCentavos: centavos(loan.arrival_centavos),
    channel,
    receiver: receiver.to,
    rail: receiver.rail,
    collectDays:
      ctx.app.catalogue.payoutChannels.find((row) => row.channel === channel)?.collectDays ?? null,
  });
  await moveLoan(tx, loanId, 'paying', { ...step, reason: 'approved' });
  ctx.app.wake();
  return true;
}

type Payable = { to: Receiver; rail: PayoutRail | null; heldUntil: Temporal.Instant | null };
type LoanToPay = {
  borrower_id: string;
  account_id: string | null;
  channel: string;
  arrival_centavos: bigint;
};

/** Returns the account that a loan is paid to; null if it was removed. */
async function accountOf(ctx: WorkCtx, read: Read, loan: LoanToPay): Promise<Payable | null> {
  const account = loan.account_id
    ? await accountForPayout(ctx, read, loan.borrower_id, loan.account_id)
    : null;
  if (!account) return null;
  const { ownerName: accountName, number: accountNumber, heldUntil } = account;
  const route = routeFor(
    account,
    Number(loan.arrival_centavos),
    whenOf(ctx, loan.channel as PayoutChannel),
  );
  return {
    to: { accountName, accountNumber, bankCode: route?.bankCode ?? null },
    rail: route?.rail ?? null,
    heldUntil,
  };
}

/**
 * Returns the borrower as the person who collects the cash, with the name on the ID and the phone
 * number.
 */
async function collector(ctx: WorkCtx, read: Read, borrowerId: string): Promise<Payable> {
  const [known, { phone }, holds] = await Promise.all([
    knownNameOf(read, ctx.app.sealer, borrowerId),
    recipientOf(ctx.app, read, borrowerId),
    readPart(read, holdsPart, { borrowerId }),
  ]);
  invariant(known, 'a borrower with a credit line has a known name');
  return {
    to: { accountName: known.name, accountNumber: phone, bankCode: null },
    rail: null,
    heldUntil: holds.onPickups(ctx.now)?.until ?? null,
  };
}

/**
 * Returns the gateway's bank code and the rail for a payout that is sent now, or why it cannot be
 * sent. Both are null for a pickup.
 */
export async function routeNow(
  ctx: WorkCtx,
  loanId: string,
): Promise<{ bankCode: string | null; rail: PayoutRail | null } | { failure: string }> {
  const { db } = ctx.app;
  const loan = await findLoan(db, loanId);
  invariant(loan, 'a payout of kind loan names a loan');
  if (isPickup(loan.channel as PayoutChannel)) return { bankCode: null, rail: null };
  const account = await accountOf(ctx, db, loan);
  return account && account.to.bankCode !== null
    ? { bankCode: account.to.bankCode, rail: account.rail }
    : { failure: bankNotPaid };
}
