// /repayment/apply requests a code; /repayment/channel/list lists the ways to pay a bill.
import type { AmountDue } from '@sandali/contract/bill.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { writtenNumber } from '@sandali/contract/caseNumber.ts';
import { isOwnChannel, type RepaymentChannel, tabOfChannel } from '@sandali/contract/channel.ts';
import type { LoanId, RepaymentId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos, maxCentavos, minCentavos } from '@sandali/contract/money.ts';
import { dueNext, owed } from '@sandali/contract/owed.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { type FactsOf, snapshotOf } from '#/db/snapshot.ts';
import { type BillView, billParts, viewBills } from '#/loan/loan.ts';
import { todayOf } from '#/platform/days.ts';
import { newCaseSymbols, newIdFor } from '#/platform/random.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import {
  type CodeKind,
  codeEndsAtMs,
  codeKindOf,
  codeState,
  type Limits,
  whyNotCode,
} from '#/repayment/rules.ts';
import {
  type CodeRecord,
  channelsWithCodePart,
  findCode,
  insertFreeCode,
  permanentCodeOf,
  replaceCode,
} from '#/repayment/store.ts';
import { ownBank } from '#/repayment/transfer/store.ts';
import { plainDay } from '#/texts/written-day.ts';
import { checkGatewayOn, requestFromGateway, takeFromCodeBudget } from './ask-gateway.ts';
import { firstPart, rowOf } from './next-part.ts';

function isOffered({ app }: BorrowerCtx, channel: RepaymentChannel): boolean {
  return !isOwnChannel(channel) || app.config.ownAccount !== null;
}

/**
 * Returns the smallest and largest amount that a code for this bill may have today. `largest`
 * includes the interest up to the due date.
 */
function amountRange(
  ctx: BorrowerCtx,
  { facts, smallestPayment }: BillView,
): { smallest: Centavos; full: Centavos; largest: AmountDue } {
  const today = todayOf(ctx.now);
  return {
    smallest: smallestPayment(ctx.app.catalogue.minimumPartialCentavos),
    full: owed(facts, today).totalCentavos,
    largest: dueNext(facts, today),
  };
}

export const channelsParts = { ...billParts, withCode: channelsWithCodePart };

/** Returns every channel with its limits and, if the channel is unavailable, the reason. */
export async function channelsOf(
  ctx: BorrowerCtx,
  { bill, returned, withCode }: FactsOf<typeof channelsParts>,
): Promise<DataOf<typeof repaymentChannelList>> {
  const [view] = bill.viewOn(todayOf(ctx.now));
  if (!view) refuse(repaymentChannelList, 'loanUnknown');
  if (view.ending) refuse(repaymentChannelList, 'repaymentClosed');
  const { smallest, full } = amountRange(ctx, view);
  const isPaused = await pausedChannels(ctx, withCode);
  const channels = ctx.app.catalogue.repaymentChannels.map((row) => {
    const isServed = isOffered(ctx, row.channel);
    const whyNot = !isServed
      ? ('notOffered' as const)
      : isPaused(row.channel)
        ? ('paused' as const)
        : full < row.minimumCentavos
          ? ('amountTooSmall' as const)
          : smallest > row.maximumCentavos
            ? ('amountTooLarge' as const)
            : null;
    return {
      channel: row.channel,
      tab: tabOfChannel[row.channel],
      minimumCentavos: row.minimumCentavos,
      maximumCentavos: row.maximumCentavos,
      // Repaying through any channel is free of charge.
      feeCentavos: 0 as Centavos,
      isAvailable: whyNot === null,
      whyNot,
    };
  });
  const { promised, currentDue, nextDue, savedIfPaidTodayCentavos } = view.shown;
  // A promised amount can exceed today's debt, but a payment must not.
  const promisedCentavos =
    promised && minCentavos(maxCentavos(promised.amountCentavos, smallest), full);
  return {
    full: currentDue,
    nextDue,
    minimumCentavos: smallest,
    savedIfPaidTodayCentavos,
    promisedCentavos,
    coolingOff: view.coolingOff(ctx.app, returned),
    channels,
  };
}

/** Returns the channels of a borrower's bill, for staff. */
export async function payChannelsOf(
  ctx: BorrowerCtx,
  read: Read,
  loanId: LoanId,
): Promise<DataOf<typeof repaymentChannelList>> {
  const { borrowerId } = ctx.who;
  const given = { borrowerId, loanId, gateway: ctx.app.bank.name };
  return await channelsOf(ctx, await snapshotOf(channelsParts).read(read, given));
}

/**
 * Returns a function that tells whether a channel is paused. While the gateway is off, all channels
 * are paused except our own account and those in `withCode`, which have a permanent code.
 */
async function pausedChannels(
  ctx: BorrowerCtx,
  withCode: ReadonlySet<string>,
): Promise<(channel: RepaymentChannel) => boolean> {
  if (await checkGatewayOn(ctx)) return () => false;
  return (channel) => !isOwnChannel(channel) && !withCode.has(channel);
}

export type CodeIds = { repaymentId: string };

/** Requests a code, which replaces any earlier one for the same bill and channel. */
export async function requestCode(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof repaymentApply>,
): Promise<Done<CodeIds>> {
  const { borrowerId } = ctx.who;
  const [view] = await viewBills(tx, borrowerId, { loanId: input.loanId }, todayOf(ctx.now), {
    isLocked: true,
  });
  if (!view) refuse(repaymentApply, 'loanUnknown');
  if (view.ending) refuse(repaymentApply, 'repaymentClosed');
  const { smallest, largest } = amountRange(ctx, view);
  const channel =
    ctx.app.catalogue.repaymentChannels.find((row) => row.channel === input.channel) ?? null;
  const kind = codeKindOf[input.channel];
  const refusal = whyNotCode({
    amountCentavos: input.amountCentavos,
    smallestCentavos: smallest,
    largestCentavos: largest.owedCentavos,
    channel,
    leastPartCentavos: ctx.app.catalogue.minimumPartialCentavos,
    isServed: isOffered(ctx, input.channel),
  });
  if (refusal) {
    refuse(repaymentApply, refusal, {
      ...(refusal === 'channelLimit' && channel
        ? {
            minimum: formatPesos(channel.minimumCentavos),
            maximum: formatPesos(channel.maximumCentavos),
          }
        : {}),
      ...(refusal === 'repaymentTooSmall' ? { minimum: formatPesos(smallest) } : {}),
      ...(refusal === 'repaymentTooLarge'
        ? {
            owed: formatPesos(largest.owedCentavos),
            day: plainDay(ctx.locale, Temporal.PlainDate.from(largest.on)),
          }
        : {}),
    });
  }
  invariant(channel, 'an unknown channel was refused above');
  if (!(await takeFromCodeBudget(ctx, tx))) refuse(repaymentApply, 'tooManyRequests');
  const id =
    kind === 'permanent'
      ? await permanentCode(ctx, tx, input.channel)
      : await codeForBill(ctx, tx, { ...input, kind, channel }, view);
  // The rollback frees the request id, so that the call can be repeated once the gateway is back
  // on.
  if (id === null) refuse(repaymentApply, 'systemBusy');
  return { ids: { repaymentId: id } };
}

type CodeWish = Omit<RequestOf<typeof repaymentApply>, 'channel'> & {
  kind: CodeKind;
  channel: Channel;
};
type Channel = Limits & { channel: RepaymentChannel };

/**
 * Requests a code for the whole amount or its first part, and replaces any earlier code for the
 * channel.
 * @returns the code's id, or null while the gateway is off
 */
async function codeForBill(
  ctx: BorrowerCtx,
  tx: Tx,
  wish: CodeWish,
  { facts }: BillView,
): Promise<string | null> {
  const { kind, loanId } = wish;
  const { channel } = wish.channel;
  const isAll = wish.amountCentavos >= owed(facts, todayOf(ctx.now)).totalCentavos;
  const part = firstPart(
    { sumCentavos: wish.amountCentavos, isAll },
    wish.channel,
    ctx.app.catalogue.minimumPartialCentavos,
  );
  invariant(part, 'an amount outside the channel limits was refused above');
  const { amountCentavos } = part;
  const endsAtMs = codeEndsAtMs({ kind, amountCentavos }, facts, ctx.now.epochMilliseconds);
  invariant(endsAtMs !== null, 'a code with an amount expires');
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

/**
 * Returns the id of the borrower's permanent code, and requests the code first if it does not
 * exist. Returns null while the gateway is off.
 */
async function permanentCode(
  ctx: BorrowerCtx,
  tx: Tx,
  channel: RepaymentChannel,
): Promise<string | null> {
  if (isOwnChannel(channel)) return await transferReference(ctx, tx);
  const existing = await permanentCodeOf(tx, ctx.who.borrowerId, channel, ctx.app.bank.name);
  // A code that has been requested but not issued yet needs the gateway, just as a new one does.
  if (existing) return existing.issued_at || (await checkGatewayOn(ctx)) ? existing.id : null;
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
  invariant(code, 'a requested code exists');
  return {
    repaymentId: repaymentId as RepaymentId,
    state: codeState(stateFacts(code), ctx.now.epochMilliseconds),
  };
}

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
 * Returns the id of the borrower's permanent code for transfers to our own account, and creates the
 * code first if it does not exist. Needs no gateway. The borrower must be locked.
 */
async function transferReference({ who, now, wall }: BorrowerCtx, tx: Tx): Promise<string> {
  const existing = await permanentCodeOf(tx, who.borrowerId, 'offlineTransfer', ownBank);
  if (existing) return existing.id;
  const id = newIdFor(who.borrowerId, now);
  const code = {
    id,
    borrower_id: who.borrowerId,
    channel: 'offlineTransfer',
    gateway: ownBank,
    asked_at: now,
    issued_at: now,
    next_attempt_at: wall,
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (await insertFreeCode(tx, { ...code, code: writtenNumber('TR', newCaseSymbols()) }))
      return id;
  }
  throw new Error('This must not happen: none of five random references is free.');
}
