// /bill/cancel: the loan slice cancels, or records that the loan is to be returned; the code for
// the return is requested here.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import { partsOf } from '@sandali/contract/parts.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type CodeKind, cancelUnpaid, requestReturn } from '#/loan/loan.ts';
import { wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { requestFromGateway, takeFromCodeBudget } from '#/repayment/codes/ask-gateway.ts';
import { firstPart, type Part, returnCodeEndsAt, rowOf } from '#/repayment/codes/parts.ts';
import { codeKindOf, type Limits } from '#/repayment/rules.ts';
import { findCode, replaceCode } from '#/repayment/store.ts';

type Outcome = DataOf<typeof billCancel>['outcome'];
type CancelIds = { loanId: string; outcome: Outcome; repaymentId: string | null };

/**
 * Cancels, asks money back that is at a counter, or has a code made with which the loan is
 * returned; it takes the place of an earlier one for the same bill and channel.
 */
export async function cancel(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof billCancel>,
): Promise<Done<CancelIds>> {
  const { loanId } = input;
  const bill = await cancelUnpaid(ctx, tx, loanId);
  if (typeof bill === 'string') return { ids: { loanId, outcome: bill, repaymentId: null } };
  const asked = await requestReturn(ctx, tx, bill);
  if (asked.isCooledOff) return { ids: { loanId, outcome: 'cooledOff', repaymentId: null } };
  const { channel, kind, part } = channelFor(ctx, input.channel, asked.amountCentavos);
  if (!(await takeFromCodeBudget(ctx, tx))) refuse(billCancel, 'tooManyRequests');
  await replaceCode(tx, loanId, channel, ctx.now);
  const repaymentId = await requestFromGateway(ctx, tx, {
    borrower_id: ctx.who.borrowerId,
    loan_id: loanId,
    purpose: 'coolingOff',
    channel,
    ends_at: returnCodeEndsAt(ctx, kind, asked.endsOn),
    ...rowOf(part),
  });
  // That the loan is to be returned is not noted either.
  if (repaymentId === null) refuse(billCancel, 'systemBusy');
  return { ids: { loanId, outcome: 'codeAsked', repaymentId } };
}

type ExactKind = Exclude<CodeKind, 'permanent'>;

/**
 * The channel that was named, or of those that leave the days of the return to pay it the first
 * that takes the amount in the fewest parts; and the first part, which may be all. Refused where a
 * channel does not take it.
 */
function channelFor(
  ctx: BorrowerCtx,
  named: RepaymentChannel | null,
  amountCentavos: Centavos,
): { channel: RepaymentChannel; kind: ExactKind; part: Part } {
  const { minimumPartialCentavos, repaymentChannels } = ctx.app.catalogue;
  // A permanent code has no amount, so that nothing paid with it is exactly what is to be returned.
  const served = repaymentChannels.flatMap((row) => {
    const kind = codeKindOf[row.channel];
    return kind === 'permanent' ? [] : [{ ...row, kind }];
  });
  const lasting = served.filter((one) => one.kind === 'generated');
  const partsBy = (one: Limits) =>
    partsOf(amountCentavos, one, minimumPartialCentavos)?.length ?? Number.POSITIVE_INFINITY;
  const [easiest] = lasting.toSorted((a, b) =>
    partsBy(a) === partsBy(b) ? 0 : partsBy(a) - partsBy(b),
  );
  const found = named === null ? easiest : served.find((one) => one.channel === named);
  if (!found) refuse(billCancel, 'repaymentChannelRefused');
  const part = firstPart(
    { sumCentavos: amountCentavos, isAll: true },
    found,
    minimumPartialCentavos,
  );
  if (!part)
    refuse(billCancel, 'channelLimit', {
      minimum: formatPesos(found.minimumCentavos),
      maximum: formatPesos(found.maximumCentavos),
    });
  return { ...found, part };
}

/** What it came to, and the code that was asked for. */
export async function showCancelled(
  ctx: BorrowerCtx,
  read: Read,
  ids: CancelIds,
): Promise<DataOf<typeof billCancel>> {
  const code = ids.repaymentId ? await findCode(read, ctx.who.borrowerId, ids.repaymentId) : null;
  return {
    loanId: ids.loanId as LoanId,
    outcome: ids.outcome,
    repaymentId: ids.repaymentId as RepaymentId | null,
    amountCentavos: code?.amount_centavos == null ? null : centavos(code.amount_centavos),
    endsAt: code?.ends_at ? wireInstant(code.ends_at) : null,
  };
}
