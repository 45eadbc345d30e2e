// /loan/renew/cal shows the options for an open bill. /loan/renew/apply requests the code for an
// extension fee.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { renewApply, type renewCal } from '@sandali/contract/extension.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { billOptionsOf, billOptionsParts, offeredExtension } from '#/loan/loan.ts';
import { wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import type { CodeIds } from '#/repayment/codes/apply.ts';
import { requestFromGateway, takeFromCodeBudget } from '#/repayment/codes/ask-gateway.ts';
import { codeEndsByMs, codeKindOf, whyNotWhole } from '#/repayment/rules.ts';
import { liveFeeCodePart, replaceCode } from '#/repayment/store.ts';

export const optionsParts = { ...billOptionsParts, feeCode: liveFeeCodePart };

/** Returns the borrower's options for an open bill. */
export async function optionsOf(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof optionsParts>,
): Promise<DataOf<typeof renewCal>> {
  const { feeCode: code } = facts;
  const feeCode = code?.ends_at
    ? { repaymentId: code.id as RepaymentId, endsAt: wireInstant(code.ends_at) }
    : null;
  return { ...(await billOptionsOf(ctx, facts)), feeCode };
}

/**
 * Accepts today's offer if it is the one that the borrower has read, and requests a code for the
 * fee.
 */
export async function requestFeeCode(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof renewApply>,
): Promise<Done<CodeIds>> {
  const { borrowerId } = ctx.who;
  const { loanId } = input;
  const { offer, accept } = await offeredExtension(ctx, tx, input);
  const channel = ctx.app.catalogue.repaymentChannels.find((row) => row.channel === input.channel);
  const kind = codeKindOf[input.channel];
  // A permanent code has no fixed amount, so a payment with such a code cannot be tied to the fee.
  if (!channel || kind === null || kind === 'permanent')
    refuse(renewApply, 'repaymentChannelRefused');
  const refusal = whyNotWhole(offer.totalCentavos, channel);
  if (refusal)
    refuse(renewApply, refusal, {
      minimum: formatPesos(channel.minimumCentavos),
      maximum: formatPesos(channel.maximumCentavos),
    });
  if (!(await takeFromCodeBudget(ctx, tx))) refuse(renewApply, 'tooManyRequests');
  const extensionId = await accept();
  const endsAtMs = codeEndsByMs(kind, offer.endsAtMs, ctx.now.epochMilliseconds);
  await replaceCode(tx, loanId, input.channel, ctx.now);
  const id = await requestFromGateway(ctx, tx, {
    borrower_id: borrowerId,
    loan_id: loanId,
    purpose: 'extension',
    extension_id: extensionId,
    channel: input.channel,
    amount_centavos: BigInt(offer.totalCentavos),
    ends_at: Temporal.Instant.fromEpochMilliseconds(endsAtMs),
  });
  // Refusing rolls back the acceptance, too.
  if (id === null) refuse(renewApply, 'systemBusy');
  return { ids: { repaymentId: id } };
}
