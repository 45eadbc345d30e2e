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
import { refuse } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import { askReturn, type CodeKind, cancelUnpaid, codeEndsAtMs, factsOf } from '#/loan/loan.ts';
import { askGateway } from './ask-gateway.ts';
import { mayAskCode } from './code-budget.ts';
import { codeKindOf, whyNotWhole } from './rules.ts';
import { findCode, replaceCode } from './store.ts';

type Outcome = DataOf<typeof billCancel>['outcome'];
export type CancelIds = { loanId: string; outcome: Outcome; repaymentId: string | null };

/** Cancels, asks money back that lies at a counter, or has a code made with which the loan is returned; it takes the place of an earlier one for the same bill and channel. */
export async function cancel(ctx: BorrowerCtx, tx: Tx, input: RequestOf<typeof billCancel>): Promise<Done<CancelIds>> {
  const { loanId } = input;
  const bill = await cancelUnpaid(ctx, tx, loanId);
  if (typeof bill === 'string') return { ids: { loanId, outcome: bill, repaymentId: null } };
  const asked = await askReturn(ctx, tx, bill);
  if (asked.isCooledOff) return { ids: { loanId, outcome: 'cooledOff', repaymentId: null } };
  const { channel, kind } = channelFor(ctx, input.channel, asked.amountCentavos);
  const wish = { kind, amountCentavos: asked.amountCentavos };
  const lastMs = endOfDayMs(asked.endsOn);
  const ownEndMs = kind === 'shortLived' ? codeEndsAtMs(wish, factsOf(bill), ctx.now.epochMilliseconds) : null;
  if (!(await mayAskCode(ctx, tx))) refuse(billCancel, 'tooManyRequests');
  await replaceCode(tx, loanId, channel, ctx.now);
  const repaymentId = await askGateway(ctx, tx, {
    loan_id: loanId,
    purpose: 'coolingOff',
    channel,
    amount_centavos: BigInt(asked.amountCentavos),
    ends_at: Temporal.Instant.fromEpochMilliseconds(Math.min(lastMs, ownEndMs ?? lastMs)),
  });
  // That the loan is to be returned is not noted either.
  if (repaymentId === null) refuse(billCancel, 'systemBusy');
  return { ids: { loanId, outcome: 'codeAsked', repaymentId } };
}

type ExactKind = Exclude<CodeKind, 'permanent'>;

/** The channel that was named, or the first that takes the amount and leaves the days of the return to pay it; refused where it does not. */
function channelFor(
  ctx: BorrowerCtx,
  named: RepaymentChannel | null,
  amountCentavos: Centavos,
): { channel: RepaymentChannel; kind: ExactKind } {
  // A permanent code has no amount, so that nothing paid with it is exactly what is to be returned.
  const served = ctx.house.catalogue.repaymentChannels.flatMap((row) => {
    const kind = codeKindOf[row.channel];
    return kind === 'permanent' ? [] : [{ ...row, kind }];
  });
  const lasting = served.filter((one) => one.kind === 'generated');
  const takes = lasting.find((one) => whyNotWhole(amountCentavos, one) === null);
  const found = named === null ? (takes ?? lasting[0]) : served.find((one) => one.channel === named);
  if (!found) refuse(billCancel, 'repaymentChannelRefused');
  const why = whyNotWhole(amountCentavos, found);
  if (why) refuse(billCancel, why, { minimum: formatPesos(found.minimumCentavos), maximum: formatPesos(found.maximumCentavos) });
  return found;
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
