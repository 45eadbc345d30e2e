// Payments in parts: what a code is a part of, and asking for the next one when money came with the
// one before. What is left follows from the bill's facts and the day; a code alone does not show
// whether more was meant.
import type { AmountDue } from '@sandali/contract/bill.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import { type Day, endOfDayMs } from '@sandali/contract/day.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import {
  type Centavos,
  centavos,
  formatPesos,
  lessCentavos,
  minCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { partsOf } from '@sandali/contract/parts.ts';
import type { repaymentStatus } from '@sandali/contract/repayment.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import {
  type BillRecord,
  billsOf,
  type CodeKind,
  codeEndsAtMs,
  codeEndsByMs,
  coolingOffOf,
  factsOf,
  owed,
} from '#/loan/loan.ts';
import { todayOf } from '#/platform/days.ts';
import { codeKindOf, type Limits } from '#/repayment/rules.ts';
import { type CodeBefore, type CodeRecord, codeToFollow, replaceCode } from '#/repayment/store.ts';
import { requestFromGateway } from './ask-gateway.ts';

/** What one code is for: its own amount, and toward what, where more is to follow. */
export type Part = {
  amountCentavos: Centavos;
  toward: 'all' | 'sum' | null;
  towardCentavos: Centavos | null;
};

/**
 * The first payment of a sum by a channel, which may be the only one; null where the channel takes
 * it in no way. `isAll`: it is all that is owed.
 */
export function firstPart(
  of: { sumCentavos: Centavos; isAll: boolean },
  channel: Limits,
  leastCentavos: Centavos,
): Part | null {
  const { sumCentavos, isAll } = of;
  const parts = partsOf(sumCentavos, channel, leastCentavos);
  const [amountCentavos] = parts ?? [];
  if (!parts || amountCentavos === undefined) return null;
  const toward = parts.length === 1 ? null : isAll ? 'all' : 'sum';
  return { amountCentavos, toward, towardCentavos: toward === 'sum' ? sumCentavos : null };
}

/** A part as the row of its code keeps it. */
export function rowOf({ amountCentavos, toward, towardCentavos }: Part) {
  return {
    amount_centavos: BigInt(amountCentavos),
    toward,
    toward_centavos: towardCentavos === null ? null : BigInt(towardCentavos),
  };
}

/** A code of a return ends with its last day; one that is good for minutes before. */
export function returnCodeEndsAt(
  { now }: Pick<WorkCtx, 'now'>,
  kind: Exclude<CodeKind, 'permanent'>,
  endsOn: Day,
): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(
    codeEndsByMs(kind, endOfDayMs(endsOn), now.epochMilliseconds),
  );
}

type Meant = Pick<CodeBefore, 'purpose' | 'toward' | 'toward_centavos' | 'paid_centavos'>;

/**
 * What is still to be paid of that of which a code was a part, with the day on which it is that;
 * null where the time for it is over.
 */
function leftOf(ctx: WorkCtx, row: BillRecord, code: Meant): AmountDue | null {
  const today = todayOf(ctx.now);
  if (code.purpose === 'coolingOff') {
    const back = row.return_asked_at === null ? null : coolingOffOf(ctx, row, []);
    return back && { owedCentavos: back.amountCentavos, on: back.endsOn };
  }
  const owedCentavos = row.settled_as ? zeroCentavos : owed(factsOf(row), today).totalCentavos;
  if (code.toward_centavos === null) return { owedCentavos, on: today };
  const ofSum = lessCentavos(centavos(code.toward_centavos), centavos(code.paid_centavos));
  return { owedCentavos: minCentavos(ofSum, owedCentavos), on: today };
}

/**
 * Asks for the code of the next part where money came with one that leaves something to pay: of
 * what is owed, or to be returned, today. Not where another code was asked for since, or money came
 * by another way: then the borrower goes on as they choose. The bill is locked, and the money is
 * booked on it.
 */
export async function requestNextPart(ctx: WorkCtx, tx: Tx, codeId: string): Promise<void> {
  const code = await codeToFollow(tx, codeId);
  if (!code) return;
  const [row] = await billsOf(tx, code.borrower_id, { loanId: code.loan_id }, true);
  const channel = ctx.app.catalogue.repaymentChannels.find((one) => one.channel === code.channel);
  const left = row && !row.settled_as && leftOf(ctx, row, code);
  if (!left || !channel) return;
  const isAll = code.toward === 'all';
  const part = firstPart(
    { sumCentavos: left.owedCentavos, isAll },
    channel,
    ctx.app.catalogue.minimumPartialCentavos,
  );
  const kind = codeKindOf[channel.channel];
  if (!part || kind === 'permanent') return;
  const { amountCentavos } = part;
  const facts = factsOf(row);
  const ends_at =
    code.purpose === 'coolingOff'
      ? returnCodeEndsAt(ctx, kind, left.on)
      : Temporal.Instant.fromEpochMilliseconds(
          codeEndsAtMs({ kind, amountCentavos }, facts, ctx.now.epochMilliseconds) ?? 0,
        );
  await replaceCode(tx, row.id, code.channel, ctx.now);
  const next = {
    borrower_id: code.borrower_id,
    loan_id: row.id,
    channel: code.channel,
    purpose: code.purpose,
    ends_at,
    follows_id: code.id,
    part_number: code.part_number + 1,
    ...rowOf(part),
  };
  const id = await requestFromGateway(ctx, tx, next);
  // Who pays at a counter may look at no screen; who pays on a page comes back to ours.
  if (id === null || kind !== 'generated') return;
  const values = { paid: formatPesos(centavos(code.paid_centavos)), reference: row.reference_no };
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, row.borrower_id, row.id),
    'nextPart',
    values,
  );
}

type Shown = DataOf<typeof repaymentStatus>['part'];

/**
 * Which part a code is of how many; null if it is the only one, or the time to return the loan is
 * over.
 */
export function partShown(ctx: WorkCtx, row: BillRecord, code: CodeRecord): Shown {
  if (code.toward === null && code.part_number === 1) return null;
  const left = leftBeside(ctx, row, code);
  if (!left) return null;
  const channel = ctx.app.catalogue.repaymentChannels.find((one) => one.channel === code.channel);
  const after =
    channel && partsOf(left.owedCentavos, channel, ctx.app.catalogue.minimumPartialCentavos);
  const more = left.owedCentavos === 0 ? 0 : (after?.length ?? 1);
  return {
    number: code.part_number,
    count: code.part_number + more,
    paidBeforeCentavos: centavos(code.paid_before_centavos),
    left,
    nextId: code.next_id as RepaymentId | null,
  };
}

/** What is left beside a code that waits for its payment, or after one that was paid. */
function leftBeside(ctx: WorkCtx, row: BillRecord, code: CodeRecord): AmountDue | null {
  const left = leftOf(ctx, row, code as Meant);
  const isPaid = code.paid_centavos > 0n;
  if (!left || (isPaid && code.toward !== null)) return left;
  if (code.toward === null) return { ...left, owedCentavos: zeroCentavos };
  return {
    ...left,
    owedCentavos: lessCentavos(left.owedCentavos, centavos(code.amount_centavos ?? 0n)),
  };
}
