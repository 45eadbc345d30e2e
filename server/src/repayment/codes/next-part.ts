// Payments in parts: once a part is paid, the server requests a code for the next. It computes the
// remaining amount from the bill and the day; the code stores only the sum of all parts.
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
import { owed } from '@sandali/contract/owed.ts';
import { partsOf } from '@sandali/contract/parts.ts';
import type { repaymentStatus } from '@sandali/contract/repayment.ts';
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { type BillView, viewBills } from '#/loan/loan.ts';
import { todayOf } from '#/platform/days.ts';
import {
  type CodeKind,
  codeEndsAtMs,
  codeEndsByMs,
  codeKindOf,
  type Limits,
} from '#/repayment/rules.ts';
import { type CodeBefore, type CodeRecord, codeToFollow, replaceCode } from '#/repayment/store.ts';
import { requestFromGateway } from './ask-gateway.ts';

/**
 * A code's amount and, if more parts follow, whether all parts pay the whole bill or a fixed sum.
 */
export type Part = {
  amountCentavos: Centavos;
  toward: 'all' | 'sum' | null;
  towardCentavos: Centavos | null;
};

/**
 * Returns the first part of a sum, which may be the only part; null if the channel cannot accept
 * the sum even in parts. `isAll` means that the sum is the whole amount owed.
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

export function rowOf({ amountCentavos, toward, towardCentavos }: Part) {
  return {
    amount_centavos: BigInt(amountCentavos),
    toward,
    toward_centavos: towardCentavos === null ? null : BigInt(towardCentavos),
  };
}

/**
 * Returns the time at which a return's code expires: the end of the return's last day, or earlier
 * if the code is short-lived.
 */
export function returnCodeEndsAt(
  { now }: Pick<WorkCtx, 'now'>,
  kind: Exclude<CodeKind, 'permanent'>,
  endsOn: Day,
): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(
    codeEndsByMs(kind, endOfDayMs(endsOn), now.epochMilliseconds),
  );
}

type PartTarget = Pick<CodeBefore, 'purpose' | 'toward' | 'toward_centavos' | 'paid_centavos'>;

/**
 * Returns the amount still to be paid in parts with this code, and the day for which it is
 * computed; null if the loan can no longer be returned.
 */
function amountLeft(
  ctx: WorkCtx,
  { facts, ending, returnEndsOn, coolingOff }: BillView,
  code: PartTarget,
): AmountDue | null {
  const today = todayOf(ctx.now);
  if (code.purpose === 'coolingOff') {
    const offer = returnEndsOn ? coolingOff(ctx.app, []) : null;
    return offer && { owedCentavos: offer.amountCentavos, on: offer.endsOn };
  }
  const owedCentavos = ending ? zeroCentavos : owed(facts, today).totalCentavos;
  if (code.toward_centavos === null) return { owedCentavos, on: today };
  const ofSum = lessCentavos(centavos(code.toward_centavos), centavos(code.paid_centavos));
  return { owedCentavos: minCentavos(ofSum, owedCentavos), on: today };
}

/**
 * Requests a code for the next part once a part is booked, unless the borrower has since requested
 * another code or paid in another way. The bill must be locked.
 */
export async function requestNextPart(ctx: WorkCtx, tx: Tx, codeId: string): Promise<void> {
  const code = await codeToFollow(tx, codeId);
  if (!code) return;
  const [bill] = await viewBills(tx, code.borrower_id, { loanId: code.loan_id }, todayOf(ctx.now), {
    isLocked: true,
  });
  const channel = ctx.app.catalogue.repaymentChannels.find((row) => row.channel === code.channel);
  const due = bill && !bill.ending && amountLeft(ctx, bill, code);
  if (!due || !channel) return;
  const isAll = code.toward === 'all';
  const part = firstPart(
    { sumCentavos: due.owedCentavos, isAll },
    channel,
    ctx.app.catalogue.minimumPartialCentavos,
  );
  const kind = codeKindOf[channel.channel];
  if (!part || kind === 'permanent') return;
  const { amountCentavos } = part;
  const { facts, shown } = bill;
  const ends_at =
    code.purpose === 'coolingOff'
      ? returnCodeEndsAt(ctx, kind, due.on)
      : Temporal.Instant.fromEpochMilliseconds(
          codeEndsAtMs({ kind, amountCentavos }, facts, ctx.now.epochMilliseconds) ?? 0,
        );
  await replaceCode(tx, shown.loanId, code.channel, ctx.now);
  const next = {
    borrower_id: code.borrower_id,
    loan_id: shown.loanId,
    channel: code.channel,
    purpose: code.purpose,
    ends_at,
    follows_id: code.id,
    part_number: code.part_number + 1,
    ...rowOf(part),
  };
  const id = await requestFromGateway(ctx, tx, next);
  // Only a payer at a counter is notified, because that payer may not be looking at the app. A
  // wallet's page leads back to the app.
  if (id === null || kind !== 'generated') return;
  const values = { paid: formatPesos(centavos(code.paid_centavos)), reference: shown.referenceNo };
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, code.borrower_id, shown.loanId),
    'nextPart',
    values,
  );
}

type Shown = DataOf<typeof repaymentStatus>['part'];

/**
 * Returns a code's part number and count; null if it is the only part or the loan can no longer be
 * returned.
 */
export function partShown(ctx: WorkCtx, bill: BillView, code: CodeRecord): Shown {
  if (code.toward === null && code.part_number === 1) return null;
  const due = leftAfter(ctx, bill, code);
  if (!due) return null;
  const channel = ctx.app.catalogue.repaymentChannels.find((row) => row.channel === code.channel);
  const after =
    channel && partsOf(due.owedCentavos, channel, ctx.app.catalogue.minimumPartialCentavos);
  const more = due.owedCentavos === 0 ? 0 : (after?.length ?? 1);
  return {
    number: code.part_number,
    count: code.part_number + more,
    paidBeforeCentavos: centavos(code.paid_before_centavos),
    left: due,
    nextId: code.next_id as RepaymentId | null,
  };
}

/** Returns the amount left once this code is paid. */
function leftAfter(ctx: WorkCtx, bill: BillView, code: CodeRecord): AmountDue | null {
  const due = amountLeft(ctx, bill, code as PartTarget);
  const isPaid = code.paid_centavos > 0n;
  if (!due || (isPaid && code.toward !== null)) return due;
  if (code.toward === null) return { ...due, owedCentavos: zeroCentavos };
  return {
    ...due,
    owedCentavos: lessCentavos(due.owedCentavos, centavos(code.amount_centavos ?? 0n)),
  };
}
