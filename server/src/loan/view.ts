// Converts a bill's row into the figures that the borrower sees on a given day.

import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import type { BillRow } from '@sandali/contract/bill.ts';
import { compareDays, type Day, daysBetween } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { type Centavos, centavos, zeroCentavos } from '@sandali/contract/money.ts';
import { nextDue, owed, paidSoFar, savedIfPaidOn } from '@sandali/contract/owed.ts';
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { wireDay } from '#/platform/days.ts';
import { type BillRecord, billsOf, openBillsOf, type Which } from './bill.store.ts';
import { type CoolingOff, coolingOffOf } from './cooling-off-offer.ts';
import { factsOf, lastLateOn } from './facts.ts';
import { type PromiseTerms, promiseTermsOn } from './plan/promise-terms.ts';
import {
  missedPart,
  type PromiseView,
  promisedNext,
  promisedParts,
  promisesOf,
} from './relief/granted.ts';
import type { BillFacts } from './rules/bill.ts';
import {
  billState,
  dueSoonDays,
  type Ending,
  isDueSoon,
  smallestPayment,
} from './rules/bill-state.ts';
import { mostLateChargeADay } from './rules/late.ts';
import type { PromisedPart } from './rules/relief.ts';

/** A bill on a given day. */
export type BillView = {
  borrowerId: string;
  facts: BillFacts;
  /** How the bill ended; null while it is open. */
  ending: Ending | null;
  signedAt: Temporal.Instant;
  arrivedAt: Temporal.Instant;
  settledAt: Temporal.Instant | null;
  /** The last day on which a requested return can be paid for; null if no return was requested. */
  returnEndsOn: Day | null;
  /** Its entry in lists. */
  shown: BillRow;
  /**
   * Returns the bill's entry in lists. Its state is `repaymentInProgress` if the bill is open and a
   * payment is under way. Counts and urgency ignore that state.
   */
  shownWith(paying: ReadonlySet<string>): BillRow;
  /** Returns the unpaid parts of a promise that has been kept so far. */
  promisedParts(): (PromisedPart & { number: number })[];
  /** Returns the unpaid amount of the first promised part that was missed, or null. */
  missedPart(): BillRow['promised'];
  /** Returns all promises to pay, oldest first. */
  promises(): PromiseView[];
  /** Returns what a new promise must be. `planDays`: how many days ahead its last part can be. */
  promiseTerms(planDays: number): PromiseTerms;
  /** Returns the last day on which the bill was overdue in any of its terms, or null. */
  lastLateOn(): Day | null;
  /** Returns the largest late charge of a single day from now on, if nothing more is paid. */
  mostLateChargeADay(): Centavos;
  /** Returns the smallest amount for a payment code, by the product's minimum. */
  smallestPayment(minimumPartial: Centavos): Centavos;
  /**
   * Returns today's offer to return the loan, or null. `returned` contains the days of the
   * borrower's newest returns, because another return may delay the next loan.
   */
  coolingOff(
    app: Pick<AppContext, 'holidays' | 'rulesOn'>,
    returned: readonly Day[],
  ): CoolingOff | null;
};

/** Bills as read. A view depends on the day. */
export type ReadBills = { viewOn(today: Day): BillView[] };

/** Maps the rows of a query section to bills. */
export function readBills(rows: readonly BillRecord[]): ReadBills {
  return { viewOn: (today) => rows.map((row) => viewBill(row, today)) };
}

/** Returns a bill's facts and its list entry on a given day. */
export function viewBill(row: BillRecord, today: Day): BillView {
  const facts = factsOf(row);
  const due = dueInForce(facts, today);
  const { totalCentavos: owedCentavos, overdueDays } = owed(facts, today);
  const ending = row.settled_as as Ending | null;
  const shown: BillRow = {
    loanId: row.id as LoanId,
    referenceNo: row.reference_no,
    state: billState(facts, today, ending),
    principalCentavos: centavos(row.principal_centavos),
    currentDue: { owedCentavos: ending ? zeroCentavos : owedCentavos, on: today },
    nextDue: ending ? null : nextDue(facts, today),
    savedIfPaidTodayCentavos: ending ? zeroCentavos : savedIfPaidOn(facts, today),
    dueOn: due.dueOn,
    lastFreeDay: due.lastFreeOn,
    daysToDue: daysBetween(today, due.dueOn),
    overdueDays: ending ? 0 : overdueDays,
    repaidOn: row.settled_on && wireDay(row.settled_on),
    paidCentavos: paidSoFar(facts, today).totalCentavos,
    promised: promisedNext(row, facts, today),
  };
  return {
    borrowerId: row.borrower_id,
    facts,
    ending,
    signedAt: row.signed_at,
    arrivedAt: row.arrived_at,
    settledAt: row.settled_at,
    returnEndsOn: row.return_ends_on && wireDay(row.return_ends_on),
    shown,
    shownWith: (paying) =>
      row.settled_as === null && paying.has(row.id)
        ? { ...shown, state: 'repaymentInProgress' }
        : shown,
    promisedParts: () => promisedParts(row, facts, today),
    missedPart: () => missedPart(row, facts),
    promises: () => promisesOf(row, facts, today),
    promiseTerms: (planDays) => promiseTermsOn(row, today, planDays),
    lastLateOn: () => lastLateOn(row),
    mostLateChargeADay: () => mostLateChargeADay(facts, today),
    coolingOff: (app, returned) => coolingOffOf(row, today, app, returned),
    smallestPayment: (minimumPartial) => smallestPayment(facts, today, minimumPartial),
  };
}

/** Returns a borrower's bills on a given day, optionally locked. */
export async function viewBills(
  read: Read,
  borrowerId: string,
  which: Which,
  today: Day,
  { isLocked = false } = {},
): Promise<BillView[]> {
  const rows = await billsOf(read, borrowerId, which, isLocked);
  return rows.map((row) => viewBill(row, today));
}

/** Returns the open bills of the given loans on a given day, whoever the borrowers are. */
export async function viewOpenBills(
  read: Read,
  loanIds: readonly string[],
  today: Day,
): Promise<BillView[]> {
  return (await openBillsOf(read, loanIds)).map((row) => viewBill(row, today));
}

/**
 * Sorts overdue bills first, longest overdue on top, then the remaining bills by due date. A bill
 * with a kept plan is not overdue and is sorted by the due date of its next part.
 */
export function byUrgency(a: BillView, b: BillView): number {
  if (daysLate(a) !== daysLate(b)) return daysLate(b) - daysLate(a);
  const [on, otherOn] = [a, b].map(({ shown: { promised, dueOn } }) => promised?.on ?? dueOn) as [
    Day,
    Day,
  ];
  if (on !== otherOn) return compareDays(on, otherOn);
  return a.facts.arrivedOn < b.facts.arrivedOn ? -1 : 1;
}

const daysLate = ({ shown }: BillView) => (shown.promised ? 0 : shown.overdueDays);

/**
 * Counts overdue bills, and bills due within three days. A bill with a kept plan is not overdue;
 * the due date of its next part decides whether it is due soon.
 */
export function countDue(open: readonly BillView[]): { overdue: number; dueSoon: number } {
  const isSoon = ({ shown: { promised, state, currentDue } }: BillView) =>
    promised ? daysBetween(currentDue.on, promised.on) <= dueSoonDays : isDueSoon(state);
  return {
    overdue: open.filter((bill) => daysLate(bill) > 0).length,
    dueSoon: open.filter(isSoon).length,
  };
}
