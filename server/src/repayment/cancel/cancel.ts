// /bill/cancel: the loan slice cancels the loan or records a return, and this file requests the
// code for the return payment.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { billCancel } from '@sandali/contract/cancel.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import { type Centavos, centavos, formatPesos } from '@sandali/contract/money.ts';
import { partsOf } from '@sandali/contract/parts.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { cancelOrReturn } from '#/loan/loan.ts';
import { wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { requestFromGateway, takeFromCodeBudget } from '#/repayment/codes/ask-gateway.ts';
import { firstPart, type Part, returnCodeEndsAt, rowOf } from '#/repayment/codes/next-part.ts';
import { type CodeKind, codeKindOf, type Limits } from '#/repayment/rules.ts';
import { findCode, replaceCode } from '#/repayment/store.ts';

type Outcome = DataOf<typeof billCancel>['outcome'];
type CancelIds = { loanId: string; outcome: Outcome; repaymentId: string | null };

/**
 * Cancels an unpaid loan, recalls a payout from a pickup counter, or requests a code for returning
 * the loan. The code replaces any earlier one for the same bill and channel.
 */
export async function cancel(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof billCancel>,
): Promise<Done<CancelIds>> {
  const { loanId } = input;
  const request = await cancelOrReturn(ctx, tx, loanId);
  const { outcome } = request;
  if (outcome !== null) return { ids: { loanId, outcome, repaymentId: null } };
  const { channel, kind, part } = channelFor(ctx, input.channel, request.amountCentavos);
  if (!(await takeFromCodeBudget(ctx, tx))) refuse(billCancel, 'tooManyRequests');
  await replaceCode(tx, loanId, channel, ctx.now);
  const repaymentId = await requestFromGateway(ctx, tx, {
    borrower_id: ctx.who.borrowerId,
    loan_id: loanId,
    purpose: 'coolingOff',
    channel,
    ends_at: returnCodeEndsAt(ctx, kind, request.endsOn),
    ...rowOf(part),
  });
  // Refusing rolls back the return request, too.
  if (repaymentId === null) refuse(billCancel, 'systemBusy');
  return { ids: { loanId, outcome: 'codeAsked', repaymentId } };
}

type ExactKind = Exclude<CodeKind, 'permanent'>;

/**
 * Returns the requested channel and the first part to pay through it. If no channel is requested,
 * picks the long-lived channel that needs the fewest parts.
 * @throws Refused if the channel cannot accept the amount
 */
function channelFor(
  ctx: BorrowerCtx,
  named: RepaymentChannel | null,
  amountCentavos: Centavos,
): { channel: RepaymentChannel; kind: ExactKind; part: Part } {
  const { minimumPartialCentavos, repaymentChannels } = ctx.app.catalogue;
  // A permanent code has no fixed amount, so a payment with such a code cannot be tied to the
  // return.
  const exactChannels = repaymentChannels.flatMap((row) => {
    const kind = codeKindOf[row.channel];
    return kind === 'permanent' ? [] : [{ ...row, kind }];
  });
  const longLived = exactChannels.filter(({ kind }) => kind === 'generated');
  const partsBy = (limits: Limits) =>
    partsOf(amountCentavos, limits, minimumPartialCentavos)?.length ?? Number.POSITIVE_INFINITY;
  const [easiest] = longLived.toSorted((a, b) =>
    partsBy(a) === partsBy(b) ? 0 : partsBy(a) - partsBy(b),
  );
  const chosen = named === null ? easiest : exactChannels.find(({ channel }) => channel === named);
  if (!chosen) refuse(billCancel, 'repaymentChannelRefused');
  const part = firstPart(
    { sumCentavos: amountCentavos, isAll: true },
    chosen,
    minimumPartialCentavos,
  );
  if (!part)
    refuse(billCancel, 'channelLimit', {
      minimum: formatPesos(chosen.minimumCentavos),
      maximum: formatPesos(chosen.maximumCentavos),
    });
  return { ...chosen, part };
}

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
