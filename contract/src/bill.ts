// A bill as its borrower sees it on a Manila day. It is derived from facts and never stored.
import * as v from 'valibot';
import { zDay } from './day.ts';
import { zLoanId } from './id.ts';
import { zCentavos } from './money.ts';

/** The next part of a kept promise to pay, with its unpaid amount; null if there is none. */
export const zPromised = v.nullable(v.object({ on: zDay, amountCentavos: zCentavos }));

/** The parts of a plan, each with the amount paid towards it. */
export const zPlanParts = v.array(
  v.object({ on: zDay, amountCentavos: zCentavos, paidCentavos: zCentavos }),
);
export type PlanParts = v.InferOutput<typeof zPlanParts>;

export const zGranted = v.object({
  /** Waived charges, and a waived remainder of less than a peso. */
  waived: v.array(
    v.object({
      part: v.picklist(['late', 'interest', 'remainder']),
      on: zDay,
      amountCentavos: zCentavos,
    }),
  ),
  /** An open bill's latest promise to pay. No late charge accrues while it is kept. */
  promise: v.nullable(
    v.object({
      madeOn: zDay,
      isKept: v.boolean(),
      parts: zPlanParts,
    }),
  ),
  /**
   * For a written-off bill: the day of the write-off and the unpaid amount, which no longer grows.
   */
  writtenOff: v.nullable(v.object({ on: zDay, leftCentavos: zCentavos })),
});
export type Granted = v.InferOutput<typeof zGranted>;

export const billStates = [
  'upcoming',
  'dueSoon',
  'dueTomorrow',
  'dueToday',
  'overdue',
  'repaymentInProgress',
  'repaid',
  'cooledOff',
  'writtenOff',
  'void',
] as const;
export const zBillState = v.picklist(billStates);
export type BillState = v.InferOutput<typeof zBillState>;

/**
 * The amount that settles a bill if paid by the end of a Manila day. It changes from day to day.
 */
export const zAmountDue = v.object({ owedCentavos: zCentavos, on: zDay });
export type AmountDue = v.InferOutput<typeof zAmountDue>;

export const zBillRow = v.object({
  loanId: zLoanId,
  referenceNo: v.string(),
  state: zBillState,
  principalCentavos: zCentavos,
  /** The amount that settles the bill today; 0 if it is settled already. */
  currentDue: zAmountDue,
  /**
   * The amount owed on the current due date or, after that date, on its last free day; null for an
   * overdue or settled bill.
   */
  nextDue: v.nullable(zAmountDue),
  /** The amount of `nextDue` less today's amount; 0 if `nextDue` is null. */
  savedIfPaidTodayCentavos: zCentavos,
  dueOn: zDay,
  lastFreeDay: zDay,
  daysToDue: v.number(),
  overdueDays: v.number(),
  repaidOn: v.nullable(zDay),
  paidCentavos: zCentavos,
  promised: zPromised,
});
export type BillRow = v.InferOutput<typeof zBillRow>;

/**
 * Returns the next payment and its day: the next part of a plan that is being kept; without a plan,
 * the amount owed on the due date, or today's amount if the bill is overdue.
 */
export function nextPayment({
  promised,
  nextDue,
  currentDue,
}: Pick<BillRow, 'promised' | 'nextDue' | 'currentDue'>): AmountDue {
  return promised
    ? { owedCentavos: promised.amountCentavos, on: promised.on }
    : (nextDue ?? currentDue);
}
