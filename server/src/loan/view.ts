// Converts a bill's row into the figures that the borrower sees today.

import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import type { BillRow } from '@sandali/contract/bill.ts';
import { compareDays, type Day, daysBetween } from '@sandali/contract/day.ts';
import type { LoanId } from '@sandali/contract/id.ts';
import { centavos, zeroCentavos } from '@sandali/contract/money.ts';
import { nextDue, owed, paidSoFar, savedIfPaidOn } from '@sandali/contract/owed.ts';
import { wireDay } from '#/platform/days.ts';
import type { BillRecord } from './bill.store.ts';
import { dayOf, factsOf } from './facts.ts';
import { promisedNext } from './relief/granted.ts';
import type { BillFacts } from './rules/bill.ts';
import { billState, dueSoonDays, type Ending, isDueSoon } from './rules/bill-state.ts';

export type BillView = { row: BillRecord; facts: BillFacts; shown: BillRow };

/**
 * Returns the bill as shown to the borrower. Its state is `repaymentInProgress` if it is open and a
 * payment is under way. Counts and urgency ignore that state.
 */
export function inPayment(
  { row, shown }: BillView,
  paying: ReadonlySet<string>,
): BillView['shown'] {
  return row.settled_as === null && paying.has(row.id)
    ? { ...shown, state: 'repaymentInProgress' }
    : shown;
}

/** Returns a bill's facts and its list entry on a given day. */
export function viewBill(row: BillRecord, today: Day): BillView {
  const facts = factsOf(row);
  const due = dueInForce(facts, today);
  const { totalCentavos: owedCentavos, overdueDays } = owed(facts, today);
  const ending = row.settled_as as Ending | null;
  return {
    row,
    facts,
    shown: {
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
      repaidOn: row.settled_on ? wireDay(row.settled_on) : null,
      paidCentavos: paidSoFar(facts, today).totalCentavos,
      promised: promisedNext(row, facts, today),
    },
  };
}

/**
 * Sorts overdue bills first, longest overdue on top, then the remaining bills by due date. A bill
 * whose plan is being kept is not overdue and is sorted by the due date of its next part.
 */
export function byUrgency(a: BillView, b: BillView): number {
  if (daysLate(a) !== daysLate(b)) return daysLate(b) - daysLate(a);
  const [on, otherOn] = [a, b].map(({ shown: { promised, dueOn } }) => promised?.on ?? dueOn) as [
    Day,
    Day,
  ];
  if (on !== otherOn) return compareDays(on, otherOn);
  return dayOf(a.row.arrived_on) < dayOf(b.row.arrived_on) ? -1 : 1;
}

const daysLate = ({ shown }: BillView) => (shown.promised ? 0 : shown.overdueDays);

/**
 * Counts overdue bills, and bills due within three days. A bill whose plan is being kept is not
 * overdue, and is counted by the due date of its next part.
 */
export function countDue(open: readonly BillView[]): { overdue: number; dueSoon: number } {
  const isSoon = ({ shown: { promised, state, currentDue } }: BillView) =>
    promised ? daysBetween(currentDue.on, promised.on) <= dueSoonDays : isDueSoon(state);
  return {
    overdue: open.filter((bill) => daysLate(bill) > 0).length,
    dueSoon: open.filter(isSoon).length,
  };
}
