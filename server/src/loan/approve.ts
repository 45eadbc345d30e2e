// From "submitting" to "paying": the checks between a signature and the order to the bank. Found from state; any number of workers may look.

import type { PayoutChannel } from '@sandali/contract/channel.ts';
import { centavos } from '@sandali/contract/money.ts';
import { lockBorrower } from '#/account/account.ts';
import { isLineHeld, linesHeld, lockLine } from '#/credit/credit.ts';
import { inTx, type Tx } from '#/db/database.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { mayPayOut } from '#/kit/switches.ts';
import { accountForPayout } from '#/payee/payee.ts';
import { orderPayout } from '#/payout/payout.ts';
import { lockVoucherOf } from '#/voucher/voucher.ts';
import { accountKindOf } from './offer.ts';
import { failUnpaid } from './settled.ts';
import { lockLoan, moveLoan } from './store.ts';
import { loansToApprove, type Waiting } from './store.waiting.ts';

const usualBatch = 20;

/** Moves waiting loans on, in rounds, so that those that must wait hold up no younger one. @returns how many moved. */
export async function approveDue(ctx: WorkCtx, batch = usualBatch): Promise<number> {
  const { db, settings, bank } = ctx.house;
  const except = await linesHeld(db);
  // While nothing may leave, what is checked already would only be looked at in vain.
  const states = mayPayOut(await settings.all(), bank) ? ['submitting', 'approving'] : ['submitting'];
  let moved = 0;
  for (let after: Waiting | null = null; ; ) {
    const waiting: Waiting[] = await loansToApprove(db, { states, most: batch, except, after });
    moved += await approveSome(ctx, waiting);
    after = waiting.at(-1) ?? null;
    if (waiting.length < batch) return moved;
  }
}

async function approveSome(ctx: WorkCtx, waiting: readonly Waiting[]): Promise<number> {
  let moved = 0;
  for (const { id, borrower_id } of waiting) {
    try {
      if (await inTx(ctx.house.db, (tx) => approve(ctx, tx, id, borrower_id))) moved += 1;
    } catch (error) {
      // It is looked at again with the next round, and holds up no other.
      ctx.house.log.error('a loan could not be approved', error, { loanId: id });
    }
  }
  return moved;
}

async function approve(ctx: WorkCtx, tx: Tx, loanId: string, borrowerId: string): Promise<boolean> {
  await Promise.all([lockBorrower(tx, borrowerId), lockLine(tx, borrowerId)]);
  const loan = await lockLoan(tx, loanId);
  if (!loan || (loan.state !== 'submitting' && loan.state !== 'approving')) return false;
  // What was signed before a list named somebody waits until staff has looked, and moves on by itself then.
  if (await isLineHeld(tx, borrowerId)) return false;
  const step = { at: ctx.now, who: 'system' };
  if (loan.state === 'submitting') await moveLoan(tx, loanId, 'approving', { ...step, why: 'checked' });
  const settings = await ctx.house.settings.all();
  // A paused gateway keeps the loan waiting here; it moves on by itself when the switch is on again.
  if (!mayPayOut(settings, ctx.house.bank)) return loan.state === 'submitting';
  const channel = loan.channel as PayoutChannel;
  const receiver = accountKindOf[channel] && loan.account_id ? await accountForPayout(ctx, tx, borrowerId, loan.account_id) : null;
  if (accountKindOf[channel] && !receiver) {
    // The account was removed after the signature: nobody is left who could be paid.
    await lockVoucherOf(tx, loanId);
    await failUnpaid(ctx, tx, loan, { who: 'system', why: 'its account is gone', failure: 'accountMissing' });
    return true;
  }
  // The number may have changed since the signature: whoever did that gets no money into an account that was added just before.
  if (receiver && receiver.heldHours > 0) return loan.state === 'submitting';
  await orderPayout(ctx, tx, {
    kind: 'loan',
    subjectId: loanId,
    borrowerId,
    amountCentavos: centavos(loan.arrival_centavos),
    channel,
    receiver: { accountName: receiver?.ownerName ?? '', accountNumber: receiver?.number ?? '', bankCode: receiver?.bankCode ?? null },
  });
  await moveLoan(tx, loanId, 'paying', { ...step, why: 'approved' });
  ctx.house.wake();
  return true;
}
