// /repayment/apply and /repayment/channel/list: ways to pay a bill, and asking for a code. The gateway makes the code right after the answer
// (make-codes.ts), because nothing is called over the network inside a transaction.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { tabOfChannel } from '@sandali/contract/channel.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos, maxCentavos } from '@sandali/contract/money.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import { lockBorrower } from '#/account/account.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { newId } from '#/kit/random.ts';
import { invariant, refuse } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import { type BillFacts, billsOf, codeEndsAtMs, coolingOffOf, factsOf, nextDue, owed, smallestPayment, todayOf } from '#/loan/loan.ts';
import { codeState, servedChannels, whyNotCode } from './rules.ts';
import { findCode, insertCode, replaceCode } from './store.ts';

/** What a code for this bill may be made for, today: from the smallest part to all that is or will be due. */
function span(ctx: BorrowerCtx, facts: BillFacts): { smallest: Centavos; full: Centavos; largest: Centavos } {
  const today = todayOf(ctx.now);
  const full = owed(facts, today).totalCentavos;
  return {
    smallest: smallestPayment(facts, today, ctx.house.catalogue.minimumPartialCentavos),
    full,
    largest: maxCentavos(full, nextDue(facts, today).amountCentavos),
  };
}

/** Every channel with its limits; where it cannot take the full amount, why. */
export async function channelsOf(
  ctx: BorrowerCtx,
  read: Read,
  input: RequestOf<typeof repaymentChannelList>,
): Promise<DataOf<typeof repaymentChannelList>> {
  const [row] = await billsOf(read, ctx.who.borrowerId, { loanId: input.loanId });
  if (!row) refuse(repaymentChannelList, 'loanUnknown');
  if (row.settled_as) refuse(repaymentChannelList, 'repaymentClosed');
  const { smallest, full } = span(ctx, factsOf(row));
  const channels = ctx.house.catalogue.repaymentChannels.map((one) => {
    const isServed = servedChannels.includes(one.channel);
    const whyNot = !isServed
      ? ('comingLater' as const)
      : full < one.minimumCentavos
        ? ('amountTooSmall' as const)
        : smallest > one.maximumCentavos
          ? ('amountTooLarge' as const)
          : null;
    return {
      channel: one.channel,
      tab: tabOfChannel[one.channel],
      minimumCentavos: one.minimumCentavos,
      maximumCentavos: one.maximumCentavos,
      // Repaying costs the borrower nothing on any channel (money.md).
      feeCentavos: 0 as Centavos,
      isAvailable: whyNot === null,
      whyNot,
    };
  });
  return { fullCentavos: full, minimumCentavos: smallest, coolingOff: coolingOffOf(ctx, row), channels };
}

export type CodeIds = { repaymentId: string };

/** Asks for a code; it takes the place of an earlier one for the same bill and channel. */
export async function askForCode(ctx: BorrowerCtx, tx: Tx, input: RequestOf<typeof repaymentApply>): Promise<Done<CodeIds>> {
  const { borrowerId } = ctx.who;
  await lockBorrower(tx, borrowerId);
  const [row] = await billsOf(tx, borrowerId, { loanId: input.loanId }, true);
  if (!row) refuse(repaymentApply, 'loanUnknown');
  if (row.settled_as) refuse(repaymentApply, 'repaymentClosed');
  const facts = factsOf(row);
  const { smallest, largest } = span(ctx, facts);
  const channel = ctx.house.catalogue.repaymentChannels.find((one) => one.channel === input.channel) ?? null;
  const why = whyNotCode({
    amountCentavos: input.amountCentavos,
    smallestCentavos: smallest,
    largestCentavos: largest,
    channel,
    isServed: servedChannels.includes(input.channel),
  });
  if (why) {
    refuse(repaymentApply, why, {
      ...(why === 'channelLimit' && channel
        ? { minimum: formatPesos(channel.minimumCentavos), maximum: formatPesos(channel.maximumCentavos) }
        : {}),
      ...(why === 'repaymentTooSmall' ? { minimum: formatPesos(smallest) } : {}),
      ...(why === 'repaymentTooLarge' ? { owed: formatPesos(largest) } : {}),
    });
  }
  const endsAtMs = codeEndsAtMs({ kind: 'generated', amountCentavos: input.amountCentavos }, facts, ctx.now.epochMilliseconds);
  invariant(endsAtMs !== null, 'a generated code ends');
  const id = newId(ctx.now);
  await replaceCode(tx, row.id, input.channel, ctx.now);
  await insertCode(tx, {
    id,
    borrower_id: borrowerId,
    loan_id: row.id,
    channel: input.channel,
    amount_centavos: BigInt(input.amountCentavos),
    gateway: ctx.house.bank.name,
    asked_at: ctx.now,
    ends_at: Temporal.Instant.fromEpochMilliseconds(endsAtMs),
    look_at: ctx.wall,
  });
  ctx.house.wake();
  return { ids: { repaymentId: id } };
}

export async function showAsked(ctx: BorrowerCtx, read: Read, { repaymentId }: CodeIds): Promise<DataOf<typeof repaymentApply>> {
  const code = await findCode(read, ctx.who.borrowerId, repaymentId);
  invariant(code, 'a code that was asked for is there');
  return { repaymentId: repaymentId as RepaymentId, state: codeState(stateFacts(code), ctx.now.epochMilliseconds) };
}

/** What codeState needs, from a row. */
export function stateFacts(code: NonNullable<Awaited<ReturnType<typeof findCode>>>) {
  return {
    isGiven: code.given_at !== null,
    isRefused: code.refused_at !== null,
    endsAtMs: code.ends_at?.epochMilliseconds ?? null,
    paidCentavos: Number(code.paid_centavos) as Centavos,
  };
}
