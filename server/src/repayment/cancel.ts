// /bill/cancel: the loan slice cancels, or notes that the loan is to be returned; here the code for the return is asked for.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import { endOfDayMs } from '@sandali/contract/day.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { wireInstant } from '#/kit/days.ts';
import { newId } from '#/kit/random.ts';
import { refuse } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import { askReturn, cancelUnpaid } from '#/loan/loan.ts';
import { mayAskCode } from './code-budget.ts';
import { codeKindOf, whyNotWhole } from './rules.ts';
import { findCode, insertCode, replaceCode } from './store.ts';

type Outcome = DataOf<typeof billCancel>['outcome'];
export type CancelIds = { loanId: string; outcome: Outcome; repaymentId: string | null };

/** Cancels, asks money back that lies at a counter, or has a code made with which the loan is returned; it takes the place of an earlier one for the same bill and channel. */
export async function cancel(ctx: BorrowerCtx, tx: Tx, input: RequestOf<typeof billCancel>): Promise<Done<CancelIds>> {
  const { loanId } = input;
  const bill = await cancelUnpaid(ctx, tx, loanId);
  if (typeof bill === 'string') return { ids: { loanId, outcome: bill, repaymentId: null } };
  const asked = await askReturn(ctx, tx, bill);
  if (asked.isCooledOff) return { ids: { loanId, outcome: 'cooledOff', repaymentId: null } };
  const channel = channelFor(ctx, input.channel, asked.amountCentavos);
  if (!(await mayAskCode(ctx, tx))) refuse(billCancel, 'tooManyRequests');
  const repaymentId = newId(ctx.now);
  await replaceCode(tx, loanId, channel, ctx.now);
  await insertCode(tx, {
    id: repaymentId,
    borrower_id: ctx.who.borrowerId,
    loan_id: loanId,
    purpose: 'coolingOff',
    channel,
    amount_centavos: BigInt(asked.amountCentavos),
    gateway: ctx.house.bank.name,
    asked_at: ctx.now,
    ends_at: Temporal.Instant.fromEpochMilliseconds(endOfDayMs(asked.endsOn)),
    look_at: ctx.wall,
  });
  ctx.house.wake();
  return { ids: { loanId, outcome: 'codeAsked', repaymentId } };
}

/** The channel that was named, or the first that takes the amount; refused where it does not. */
function channelFor(ctx: BorrowerCtx, named: RepaymentChannel | null, amountCentavos: Centavos): RepaymentChannel {
  // A code for a return has an amount, and is good until the last day of it.
  const served = ctx.house.catalogue.repaymentChannels.filter((one) => codeKindOf[one.channel] === 'generated');
  const takes = served.find((one) => whyNotWhole(amountCentavos, one) === null);
  const channel = named === null ? (takes ?? served[0]) : served.find((one) => one.channel === named);
  if (!channel) refuse(billCancel, 'repaymentChannelRefused');
  const why = whyNotWhole(amountCentavos, channel);
  if (why) refuse(billCancel, why, { minimum: formatPesos(channel.minimumCentavos), maximum: formatPesos(channel.maximumCentavos) });
  return channel.channel;
}

/** What it came to, and the code that was asked for. */
export async function showCancelled(ctx: BorrowerCtx, read: Read, ids: CancelIds): Promise<DataOf<typeof billCancel>> {
  const code = ids.repaymentId ? await findCode(read, ctx.who.borrowerId, ids.repaymentId) : undefined;
  return {
    loanId: ids.loanId as LoanId,
    outcome: ids.outcome,
    repaymentId: ids.repaymentId as RepaymentId | null,
    amountCentavos: code?.amount_centavos == null ? null : centavos(code.amount_centavos),
    endsAt: code?.ends_at ? wireInstant(code.ends_at) : null,
  };
}
