// /loan/renew/cal and /loan/renew/apply: the ways from here, and the code with which the fee of an
// extension is paid.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { mostExtensions, renewApply, renewCal } from '@sandali/contract/extension.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import {
  billOptionsOf,
  billOptionsParts,
  billsOf,
  borrowerOf,
  codeEndsByMs,
  extensionOf,
  openExtension,
  takeOffer,
  textOfExtension,
} from '#/loan/loan.ts';
import { wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import type { CodeIds } from '#/repayment/codes/apply.ts';
import { requestFromGateway, takeFromCodeBudget } from '#/repayment/codes/ask-gateway.ts';
import { codeKindOf, whyNotWhole } from '#/repayment/rules.ts';
import { liveFeeCodePart, replaceCode } from '#/repayment/store.ts';
import { writtenDay } from '#/texts/written-day.ts';

/** What the ways from a bill are made of, with the code by which an extension waits to be paid. */
export const optionsParts = { ...billOptionsParts, feeCode: liveFeeCodePart };

/** The ways from an open bill of mine. */
export async function optionsOf(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof optionsParts>,
): Promise<DataOf<typeof renewCal>> {
  const { bill: row, feeCode: code } = facts;
  if (!row) refuse(renewCal, 'loanUnknown');
  if (row.settled_as) refuse(renewCal, 'repaymentClosed');
  const feeCode = code?.ends_at
    ? { repaymentId: code.id as RepaymentId, endsAt: wireInstant(code.ends_at) }
    : null;
  return { ...(await billOptionsOf(ctx, row, facts)), feeCode };
}

/** Takes today's offer as it was read, and asks for a code for its fee, which ends with the day. */
export async function requestFeeCode(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof renewApply>,
): Promise<Done<CodeIds>> {
  const { borrowerId } = ctx.who;
  const [row] = await billsOf(tx, borrowerId, { loanId: input.loanId }, true);
  if (!row) refuse(renewApply, 'loanUnknown');
  if (row.settled_as) refuse(renewApply, 'repaymentClosed');
  const offer = extensionOf(ctx, row);
  if ('obstacle' in offer) {
    refuse(renewApply, offer.obstacle, {
      from: writtenDay(ctx.locale, Temporal.PlainDate.from(offer.opensOn)),
      most: mostExtensions,
    });
  }
  const [taken, known] = await Promise.all([
    openExtension(tx, row.id, offer.offeredOn),
    borrowerOf(ctx, tx),
  ]);
  const { text, hash } = await textOfExtension(ctx, row, offer, { taken, known });
  if (offer.totalCentavos !== input.totalCentavos || offer.dueOn !== input.dueOn)
    refuse(renewApply, 'extensionChanged');
  if (hash.toString('hex') !== input.textHash) refuse(renewApply, 'extensionChanged');
  const channel = ctx.app.catalogue.repaymentChannels.find((one) => one.channel === input.channel);
  const kind = codeKindOf[input.channel];
  // A permanent code has no amount, so that nothing paid with it is exactly the fee.
  if (!channel || kind === null || kind === 'permanent')
    refuse(renewApply, 'repaymentChannelRefused');
  const why = whyNotWhole(offer.totalCentavos, channel);
  if (why)
    refuse(renewApply, why, {
      minimum: formatPesos(channel.minimumCentavos),
      maximum: formatPesos(channel.maximumCentavos),
    });
  if (!(await takeFromCodeBudget(ctx, tx))) refuse(renewApply, 'tooManyRequests');
  const extensionId = await takeOffer(ctx, tx, row, offer, { text, hash });
  const endsAtMs = codeEndsByMs(kind, offer.endsAtMs, ctx.now.epochMilliseconds);
  await replaceCode(tx, row.id, input.channel, ctx.now);
  const id = await requestFromGateway(ctx, tx, {
    borrower_id: borrowerId,
    loan_id: row.id,
    purpose: 'extension',
    extension_id: extensionId,
    channel: input.channel,
    amount_centavos: BigInt(offer.totalCentavos),
    ends_at: Temporal.Instant.fromEpochMilliseconds(endsAtMs),
  });
  // The offer is not taken either: its day may be the last on which the bill is extended.
  if (id === null) refuse(renewApply, 'systemBusy');
  return { ids: { repaymentId: id } };
}
