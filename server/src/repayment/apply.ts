// /repayment/apply and /repayment/channel/list: ways to pay a bill, and asking for a code. The gateway makes the code right after the answer
// (make-codes.ts), because nothing is called over the network inside a transaction.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { type RepaymentChannel, tabOfChannel } from '@sandali/contract/channel.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import { type Centavos, formatPesos, maxCentavos } from '@sandali/contract/money.ts';
import { repaymentApply, repaymentChannelList } from '@sandali/contract/repayment.ts';
import type { Insertable } from 'kysely';
import { lockBorrower } from '#/account/account.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { RepaymentCodes } from '#/db/tables.ts';
import type { BorrowerCtx } from '#/kit/ctx.ts';
import { newId } from '#/kit/random.ts';
import { invariant, refuse } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import { isBankOn } from '#/kit/switches.ts';
import {
  type BillFacts,
  billsOf,
  type CodeKind,
  codeEndsAtMs,
  coolingOffOf,
  factsOf,
  nextDue,
  owed,
  seeBill,
  smallestPayment,
  todayOf,
} from '#/loan/loan.ts';
import { mayAskCode } from './code-budget.ts';
import { codeKindOf, codeState, whyNotCode } from './rules.ts';
import { findCode, insertCode, permanentCodeOf, replaceCode } from './store.ts';
import { transferReference } from './transfer-reference.ts';

/** Whether a channel takes anything here: a transfer with receipt only where we have told our own account. */
function isOffered({ house }: BorrowerCtx, channel: RepaymentChannel): boolean {
  return channel !== 'offlineTransfer' || house.config.ownAccount !== null;
}

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
    const isServed = isOffered(ctx, one.channel);
    const whyNot = !isServed
      ? ('notOffered' as const)
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
  const { promised } = seeBill(row, todayOf(ctx.now)).shown;
  const promisedCentavos = promised && maxCentavos(promised.amountCentavos, smallest);
  return { fullCentavos: full, minimumCentavos: smallest, promisedCentavos, coolingOff: coolingOffOf(ctx, row), channels };
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
  const kind = codeKindOf[input.channel];
  const why = whyNotCode({
    amountCentavos: input.amountCentavos,
    smallestCentavos: smallest,
    largestCentavos: largest,
    channel,
    isServed: isOffered(ctx, input.channel),
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
  if (!(await mayAskCode(ctx, tx))) refuse(repaymentApply, 'tooManyRequests');
  const id = kind === 'permanent' ? await permanentCode(ctx, tx, input.channel) : await codeForBill(ctx, tx, { ...input, kind }, facts);
  ctx.house.wake();
  return { ids: { repaymentId: id } };
}

/** A code of a frozen amount for this bill; it takes the place of an earlier one for the same channel. */
async function codeForBill(
  ctx: BorrowerCtx,
  tx: Tx,
  { kind, loanId, channel, amountCentavos }: RequestOf<typeof repaymentApply> & { kind: CodeKind },
  facts: BillFacts,
): Promise<string> {
  const endsAtMs = codeEndsAtMs({ kind, amountCentavos }, facts, ctx.now.epochMilliseconds);
  invariant(endsAtMs !== null, 'a code with an amount ends');
  await replaceCode(tx, loanId, channel, ctx.now);
  const ends_at = Temporal.Instant.fromEpochMilliseconds(endsAtMs);
  return await askGateway(ctx, tx, { loan_id: loanId, channel, amount_centavos: BigInt(amountCentavos), ends_at });
}

/** The borrower's one code of this channel for good; it is asked for once. The borrower is locked. */
async function permanentCode(ctx: BorrowerCtx, tx: Tx, channel: RepaymentChannel): Promise<string> {
  if (channel === 'offlineTransfer') return await transferReference(ctx, tx);
  const there = await permanentCodeOf(tx, ctx.who.borrowerId, channel, ctx.house.bank.name);
  return there?.id ?? (await askGateway(ctx, tx, { loan_id: null, channel, amount_centavos: null, ends_at: null }));
}

type Asked = Pick<Insertable<RepaymentCodes>, 'loan_id' | 'channel' | 'amount_centavos' | 'ends_at'>;

/** Notes that a code is wanted; the worker has the gateway make it. */
async function askGateway({ house, who, now, wall }: BorrowerCtx, tx: Tx, asked: Asked): Promise<string> {
  // Nothing is kept under the request's id: it may be made again once the gateway is back.
  if (!isBankOn(await house.settings.all(), house.bank)) refuse(repaymentApply, 'systemBusy');
  const id = newId(now);
  await insertCode(tx, { ...asked, id, borrower_id: who.borrowerId, gateway: house.bank.name, asked_at: now, look_at: wall });
  return id;
}

export async function showAsked(ctx: BorrowerCtx, read: Read, { repaymentId }: CodeIds): Promise<DataOf<typeof repaymentApply>> {
  const code = await findCode(read, ctx.who.borrowerId, repaymentId);
  invariant(code, 'a code that was asked for is there');
  return { repaymentId: repaymentId as RepaymentId, state: codeState(stateFacts(code), ctx.now.epochMilliseconds) };
}

/** What codeState needs, from a row. */
export function stateFacts(code: NonNullable<Awaited<ReturnType<typeof findCode>>>) {
  return {
    isPermanent: code.loan_id === null,
    isGiven: code.given_at !== null,
    isRefused: code.refused_at !== null,
    endsAtMs: code.ends_at?.epochMilliseconds ?? null,
    progress: code.progress as 'inProgress' | 'declined' | null,
    paidCentavos: Number(code.paid_centavos) as Centavos,
  };
}
