// /repayment/apply and /repayment/channel/list: ways to pay a bill, and asking for a code.
import type { AmountDue } from '@sandali/contract/bill.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { writtenNumber } from '@sandali/contract/caseNumber.ts';
import { isOwnChannel, type RepaymentChannel, tabOfChannel } from '@sandali/contract/channel.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos, maxCentavos, minCentavos } from '@sandali/contract/money.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import {
  type BillFacts,
  billParts,
  billsOf,
  type CodeKind,
  codeEndsAtMs,
  coolingOffOf,
  dueNext,
  factsOf,
  owed,
  smallestPayment,
  viewBill,
} from '#/loan/loan.ts';
import { todayOf } from '#/platform/days.ts';
import { newCaseSymbols, newId } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { codeKindOf, codeState, type Limits, whyNotCode } from '#/repayment/rules.ts';
import {
  type CodeRecord,
  channelsGivenPart,
  findCode,
  insertFreeCode,
  permanentCodeOf,
  replaceCode,
} from '#/repayment/store.ts';
import { ownBank } from '#/repayment/transfer/store.ts';
import { plainDay } from '#/texts/written-day.ts';
import { isGatewayOn, requestFromGateway, takeFromCodeBudget } from './ask-gateway.ts';
import { firstPart, rowOf } from './parts.ts';

/**
 * Whether a channel takes anything here: a transfer with receipt only where our own account is
 * configured.
 */
function isOffered({ app }: BorrowerCtx, channel: RepaymentChannel): boolean {
  return !isOwnChannel(channel) || app.config.ownAccount !== null;
}

/**
 * What a code for this bill may be made for, today: from the smallest part to all that is or will
 * be due.
 */
function span(
  ctx: BorrowerCtx,
  facts: BillFacts,
): { smallest: Centavos; full: Centavos; largest: AmountDue } {
  const today = todayOf(ctx.now);
  return {
    smallest: smallestPayment(facts, today, ctx.app.catalogue.minimumPartialCentavos),
    full: owed(facts, today).totalCentavos,
    largest: dueNext(facts, today),
  };
}

/** What the ways to pay are made of. */
export const channelsParts = { ...billParts, given: channelsGivenPart };

/** Every channel with its limits; where it cannot take the full amount, why. */
export async function channelsOf(
  ctx: BorrowerCtx,
  { bill: row, returned, given }: FactsOf<typeof channelsParts>,
): Promise<DataOf<typeof repaymentChannelList>> {
  if (!row) refuse(repaymentChannelList, 'loanUnknown');
  if (row.settled_as) refuse(repaymentChannelList, 'repaymentClosed');
  const today = todayOf(ctx.now);
  const facts = factsOf(row);
  const { smallest, full } = span(ctx, facts);
  const isPaused = await pausedChannels(ctx, given);
  const channels = ctx.app.catalogue.repaymentChannels.map((one) => {
    const isServed = isOffered(ctx, one.channel);
    const whyNot = !isServed
      ? ('notOffered' as const)
      : isPaused(one.channel)
        ? ('paused' as const)
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
      // Repaying is free of charge on every channel.
      feeCentavos: 0 as Centavos,
      isAvailable: whyNot === null,
      whyNot,
    };
  });
  const { promised, currentDue, nextDue, savedIfPaidTodayCentavos } = viewBill(row, today).shown;
  // Of a part that is due later, what is owed today is the most that can be paid.
  const promisedCentavos =
    promised && minCentavos(maxCentavos(promised.amountCentavos, smallest), full);
  return {
    full: currentDue,
    nextDue,
    minimumCentavos: smallest,
    savedIfPaidTodayCentavos,
    promisedCentavos,
    coolingOff: coolingOffOf(ctx, row, returned),
    channels,
  };
}

/**
 * Which channels are paused: while the gateway is off, those that need a new code from it; not an
 * existing permanent code, nor our own account.
 */
async function pausedChannels(
  ctx: BorrowerCtx,
  given: ReadonlySet<string>,
): Promise<(channel: RepaymentChannel) => boolean> {
  if (await isGatewayOn(ctx)) return () => false;
  return (channel) => !isOwnChannel(channel) && !given.has(channel);
}

export type CodeIds = { repaymentId: string };

/** Asks for a code; it takes the place of an earlier one for the same bill and channel. */
export async function requestCode(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof repaymentApply>,
): Promise<Done<CodeIds>> {
  const { borrowerId } = ctx.who;
  const [row] = await billsOf(tx, borrowerId, { loanId: input.loanId }, true);
  if (!row) refuse(repaymentApply, 'loanUnknown');
  if (row.settled_as) refuse(repaymentApply, 'repaymentClosed');
  const facts = factsOf(row);
  const { smallest, largest } = span(ctx, facts);
  const channel =
    ctx.app.catalogue.repaymentChannels.find((one) => one.channel === input.channel) ?? null;
  const kind = codeKindOf[input.channel];
  const why = whyNotCode({
    amountCentavos: input.amountCentavos,
    smallestCentavos: smallest,
    largestCentavos: largest.owedCentavos,
    channel,
    leastPartCentavos: ctx.app.catalogue.minimumPartialCentavos,
    isServed: isOffered(ctx, input.channel),
  });
  if (why) {
    refuse(repaymentApply, why, {
      ...(why === 'channelLimit' && channel
        ? {
            minimum: formatPesos(channel.minimumCentavos),
            maximum: formatPesos(channel.maximumCentavos),
          }
        : {}),
      ...(why === 'repaymentTooSmall' ? { minimum: formatPesos(smallest) } : {}),
      ...(why === 'repaymentTooLarge'
        ? {
            owed: formatPesos(largest.owedCentavos),
            day: plainDay(ctx.locale, Temporal.PlainDate.from(largest.on)),
          }
        : {}),
    });
  }
  invariant(channel, 'a channel that is not there is refused');
  if (!(await takeFromCodeBudget(ctx, tx))) refuse(repaymentApply, 'tooManyRequests');
  const id =
    kind === 'permanent'
      ? await permanentCode(ctx, tx, input.channel)
      : await codeForBill(ctx, tx, { ...input, kind, channel }, facts);
  // Nothing is kept under the request's id: it may be made again once the gateway is back.
  if (id === null) refuse(repaymentApply, 'systemBusy');
  return { ids: { repaymentId: id } };
}

type CodeWish = Omit<RequestOf<typeof repaymentApply>, 'channel'> & {
  kind: CodeKind;
  channel: Channel;
};
type Channel = Limits & { channel: RepaymentChannel };

/**
 * A code of a frozen amount for this bill, or for the first part of it; it takes the place of an
 * earlier one for the same channel.
 */
async function codeForBill(
  ctx: BorrowerCtx,
  tx: Tx,
  wish: CodeWish,
  facts: BillFacts,
): Promise<string | null> {
  const { kind, loanId } = wish;
  const { channel } = wish.channel;
  const isAll = wish.amountCentavos >= owed(facts, todayOf(ctx.now)).totalCentavos;
  const part = firstPart(
    { sumCentavos: wish.amountCentavos, isAll },
    wish.channel,
    ctx.app.catalogue.minimumPartialCentavos,
  );
  invariant(part, 'what the channel takes in no way is refused');
  const { amountCentavos } = part;
  const endsAtMs = codeEndsAtMs({ kind, amountCentavos }, facts, ctx.now.epochMilliseconds);
  invariant(endsAtMs !== null, 'a code with an amount ends');
  await replaceCode(tx, loanId, channel, ctx.now);
  const ends_at = Temporal.Instant.fromEpochMilliseconds(endsAtMs);
  return await requestFromGateway(ctx, tx, {
    borrower_id: ctx.who.borrowerId,
    loan_id: loanId,
    channel,
    ends_at,
    ...rowOf(part),
  });
}

/** The borrower's permanent code of this channel; it is requested once. The borrower is locked. */
async function permanentCode(
  ctx: BorrowerCtx,
  tx: Tx,
  channel: RepaymentChannel,
): Promise<string | null> {
  if (isOwnChannel(channel)) return await transferReference(ctx, tx);
  const there = await permanentCodeOf(tx, ctx.who.borrowerId, channel, ctx.app.bank.name);
  // One that was asked for and is not given yet waits for the gateway as a new one would.
  if (there) return there.issued_at || (await isGatewayOn(ctx)) ? there.id : null;
  return await requestFromGateway(ctx, tx, {
    borrower_id: ctx.who.borrowerId,
    loan_id: null,
    channel,
    amount_centavos: null,
    ends_at: null,
  });
}

export async function showRequestedCode(
  ctx: BorrowerCtx,
  read: Read,
  { repaymentId }: CodeIds,
): Promise<DataOf<typeof repaymentApply>> {
  const code = await findCode(read, ctx.who.borrowerId, repaymentId);
  invariant(code, 'a code that was asked for is there');
  return {
    repaymentId: repaymentId as RepaymentId,
    state: codeState(stateFacts(code), ctx.now.epochMilliseconds),
  };
}

/** What codeState needs, from a row. */
export function stateFacts(code: CodeRecord) {
  return {
    isPermanent: code.loan_id === null,
    isGiven: code.issued_at !== null,
    isRefused: code.refused_at !== null,
    endsAtMs: code.ends_at?.epochMilliseconds ?? null,
    progress: code.progress as 'inProgress' | 'declined' | null,
    paidCentavos: Number(code.paid_centavos) as Centavos,
  };
}

/**
 * The borrower's permanent reference for transfers to our own account, made once and without a
 * gateway. The borrower is locked.
 * @returns the id of its code.
 */
async function transferReference({ who, now, wall }: BorrowerCtx, tx: Tx): Promise<string> {
  const there = await permanentCodeOf(tx, who.borrowerId, 'offlineTransfer', ownBank);
  if (there) return there.id;
  const id = newId(now);
  const code = {
    id,
    borrower_id: who.borrowerId,
    channel: 'offlineTransfer',
    gateway: ownBank,
    asked_at: now,
    issued_at: now,
    next_attempt_at: wall,
  };
  for (let tries = 0; tries < 5; tries += 1) {
    if (await insertFreeCode(tx, { ...code, code: writtenNumber('TR', newCaseSymbols()) }))
      return id;
  }
  return invariant(false, 'of five references of chance one is free') as never;
}
