// /repayment/status shows a code and the progress of its payment. /bill/detail includes the bill's
// live code.
import type { AmountDue } from '@sandali/contract/bill.ts';
import type { billDetail } from '@sandali/contract/billDetail.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import type { RepaymentChannel } from '@sandali/contract/channel.ts';
import type { CodePurpose } from '@sandali/contract/coolingOff.ts';
import { compareDays } from '@sandali/contract/day.ts';
import type { RepaymentId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import { accruedTomorrow, dueNext } from '@sandali/contract/owed.ts';
import { type ExtensionState, repaymentStatus } from '@sandali/contract/repayment.ts';
import { sql } from 'kysely';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { FactsOf, Part } from '#/db/snapshot.ts';
import { refundablePart } from '#/ledger/ledger.ts';
import { type BillView, billDetailParts, billOf, namedOrRecentBillsPart } from '#/loan/loan.ts';
import { todayOf, wireDay, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { beingPaidPart } from '#/repayment/parts.ts';
import { codeKindOf, codeState, isTakingLong } from '#/repayment/rules.ts';
import { type CodeRecord, codePart, liveCodePart } from '#/repayment/store.ts';
import { stateFacts } from './apply.ts';
import { partShown } from './next-part.ts';

/**
 * The code's bill, or else the requested loan's bill, or else all open and recently settled bills.
 */
const billsOfCodePart: Part<
  { borrowerId: string; repaymentId: string; loanId: string | null },
  ReturnType<typeof namedOrRecentBillsPart.take>
> = {
  ...namedOrRecentBillsPart,
  query: (db, { borrowerId, repaymentId, loanId }) =>
    namedOrRecentBillsPart.query(db, {
      borrowerId,
      loanId: sql`coalesce((select loan_id from repayment_codes
        where id = ${repaymentId} and borrower_id = ${borrowerId}), ${loanId}::uuid)`,
    }),
};

/**
 * The data for a code's status, read in one snapshot. Without a snapshot, an open code could appear
 * beside a settled bill, and the screen would stop polling.
 */
export const statusParts = { code: codePart, bills: billsOfCodePart, refundable: refundablePart };

export async function statusOf(
  ctx: BorrowerCtx,
  { code, bills, refundable }: FactsOf<typeof statusParts>,
): Promise<DataOf<typeof repaymentStatus>> {
  if (!code) refuse(repaymentStatus, 'repaymentCodeUnknown');
  const today = todayOf(ctx.now);
  const bill = dueFirst(bills.viewOn(today));
  const { shown, facts } = bill;
  const state = codeState(stateFacts(code), ctx.now.epochMilliseconds);
  return {
    repaymentId: code.id as RepaymentId,
    loanId: shown.loanId,
    state,
    purpose: code.purpose as CodePurpose,
    channel: code.channel as RepaymentChannel,
    amountCentavos: code.amount_centavos === null ? null : centavos(code.amount_centavos),
    code: code.code,
    payload: code.payload,
    account: code.channel === 'offlineTransfer' ? ctx.app.config.ownAccount : null,
    link: code.link,
    endsAt: code.ends_at ? wireInstant(code.ends_at) : null,
    secondsLeft: secondsLeftOf(code, ctx.now),
    takesLong: isTakingLong(
      { state, askedAtMs: code.asked_at.epochMilliseconds },
      ctx.now.epochMilliseconds,
    ),
    growsDaily: code.loan_id !== null && shown.overdueDays > 0 && accruedTomorrow(facts, today) > 0,
    ...paidWith(code),
    bill: { state: shown.state, currentDue: shown.currentDue, nextDue: shown.nextDue },
    refundableCentavos: refundable,
    takesAtOnceCentavos:
      code.amount_centavos === null ? maximumAtOnce(ctx, code, shown.currentDue) : null,
    part: partShown(ctx, bill, code),
    extension: extensionShown(ctx, code, dueNext(facts, today)),
  };
}

/** Returns the maximum of a single payment if a permanent code's bill owes more, otherwise null. */
function maximumAtOnce({ app }: BorrowerCtx, { channel }: CodeRecord, { owedCentavos }: AmountDue) {
  const most =
    app.catalogue.repaymentChannels.find((row) => row.channel === channel)?.maximumCentavos ?? null;
  return most !== null && owedCentavos > most ? most : null;
}

/**
 * Returns the extension whose fee this code pays. The extension is shown as lapsed once its fee has
 * been reversed or its day is over, although a payment made that day may still be reported.
 */
function extensionShown(
  ctx: BorrowerCtx,
  code: CodeRecord,
  next: AmountDue,
): DataOf<typeof repaymentStatus>['extension'] {
  if (!code.extension_state || !code.extension_due_on || !code.extension_ends_at) return null;
  const isOver =
    code.extension_state === 'feeDue' &&
    Temporal.Instant.compare(ctx.now, code.extension_ends_at) > 0;
  const isLapsed = isOver || code.extension_taken_back_on !== null;
  const state = isLapsed ? 'lapsed' : (code.extension_state as ExtensionState);
  return {
    state,
    dueAfter: { owedCentavos: next.owedCentavos, on: wireDay(code.extension_due_on) },
  };
}

/** Returns the open bill that is due first, or the newest bill if none is open. */
function dueFirst(bills: readonly BillView[]): BillView {
  const [first] = bills
    .filter(({ ending }) => ending === null)
    .sort((a, b) => compareDays(a.shown.dueOn, b.shown.dueOn));
  return first ?? bills.at(-1) ?? refuse(repaymentStatus, 'loanUnknown');
}

function secondsLeftOf({ channel, ends_at }: CodeRecord, now: Temporal.Instant): number | null {
  if (ends_at === null || codeKindOf[channel as RepaymentChannel] !== 'shortLived') return null;
  return Math.max(0, Math.ceil((ends_at.epochMilliseconds - now.epochMilliseconds) / 1000));
}

/**
 * Returns the amount and time of the payments with a code; for a permanent code, of the last
 * payment only.
 */
function paidWith(code: CodeRecord) {
  const [paid, at] =
    code.loan_id === null
      ? [code.last_centavos, code.last_paid_at]
      : [code.paid_centavos, code.paid_at];
  return {
    paidCentavos: centavos(paid ?? 0n),
    paidAt: at && wireInstant(at),
    takenBackCentavos: centavos(code.taken_back_centavos),
  };
}

/** A bill and its code, read in one snapshot. */
export const billWithCodeParts = { ...billDetailParts, paying: beingPaidPart, code: liveCodePart };

/** Returns the data for /bill/detail: the loan slice's bill, with its open code. */
export async function billWithCode(
  ctx: BorrowerCtx,
  facts: FactsOf<typeof billWithCodeParts>,
): Promise<DataOf<typeof billDetail>> {
  const { code } = facts;
  const bill = billOf(ctx, await ctx.app.settings.all(), facts);
  return {
    ...bill,
    openCode: code?.code
      ? {
          repaymentId: code.id,
          purpose: code.purpose as CodePurpose,
          channel: code.channel as RepaymentChannel,
          code: code.code,
          endsAt: code.ends_at ? wireInstant(code.ends_at) : null,
          amountCentavos: code.amount_centavos === null ? null : centavos(code.amount_centavos),
        }
      : null,
  };
}
