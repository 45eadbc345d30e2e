// What a bill is to its borrower on a day: derived from facts and the Manila date, never stored.
import * as v from 'valibot';
import { zDay } from './day.ts';
import { zLoanId } from './id.ts';
import { zCentavos } from './money.ts';

/**
 * What is still to come of the next part of a promise to pay, while it is kept; null where there is
 * none.
 */
export const zPromised = v.nullable(v.object({ on: zDay, amountCentavos: zCentavos }));

/** The parts of a plan with what has come of each. */
export const zPlanParts = v.array(
  v.object({ on: zDay, amountCentavos: zCentavos, paidCentavos: zCentavos }),
);
export type PlanParts = v.InferOutput<typeof zPlanParts>;

export const zGranted = v.object({
  /** Charges that were taken back, and the remainder of less than a peso that was waived. */
  waived: v.array(
    v.object({
      part: v.picklist(['late', 'interest', 'remainder']),
      on: zDay,
      amountCentavos: zCentavos,
    }),
  ),
  /**
   * The last promise to pay of an open bill, and whether it is kept so far: its days bring no late
   * charge.
   */
  promise: v.nullable(
    v.object({
      madeOn: zDay,
      isKept: v.boolean(),
      parts: zPlanParts,
    }),
  ),
  /**
   * Of a bill that was written off: since when, and what of it is unpaid. Nothing is added to it.
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
 * All that is owed on a Manila day: paid by its end, it settles the bill. What is owed changes from
 * day to day, so it never goes without the day.
 */
export const zAmountDue = v.object({ owedCentavos: zCentavos, on: zDay });
export type AmountDue = v.InferOutput<typeof zAmountDue>;

/** A bill in a list. */
export const zBillRow = v.object({
  loanId: zLoanId,
  referenceNo: v.string(),
  state: zBillState,
  principalCentavos: zCentavos,
  /** Paid today, it settles the bill; 0 of a bill that is settled. */
  currentDue: zAmountDue,
  /**
   * The same on the due date in force, or on its last free day once that date has passed; null of a
   * bill that is overdue or settled.
   */
  nextDue: v.nullable(zAmountDue),
  /** What is owed on that day less what is owed today; 0 where there is none. */
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
 * What is to be paid next of a bill, with its day: the next part of a plan that is kept, else what
 * is owed on the due date, or of a late bill today.
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
