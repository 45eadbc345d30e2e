// The state of a bill on a given day, and the smallest payment.
import { type AccrualFacts, dueInForce } from '@sandali/contract/accrualFacts.ts';
import type { BillState } from '@sandali/contract/bill.ts';
import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { type Centavos, minCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';

/**
 * Returns the smallest amount for a payment code: the product's minimum for partial payments
 * (₱500), or the whole debt if that is less.
 */
export function smallestPayment(facts: AccrualFacts, day: Day, minimumPartial: Centavos): Centavos {
  return minCentavos(minimumPartial, owed(facts, day).totalCentavos);
}

export const dueSoonDays = 3;

export type Ending = 'repaid' | 'cooledOff' | 'writtenOff' | 'void';

/** Returns the state of a bill on the given day. A bill is overdue only after its last free day. */
export function billState(facts: AccrualFacts, day: Day, ending: Ending | null): BillState {
  if (ending) return ending;
  if (owed(facts, day).overdueDays > 0) return 'overdue';
  const days = daysBetween(day, dueInForce(facts, day).dueOn);
  if (days <= 0) return 'dueToday';
  if (days === 1) return 'dueTomorrow';
  return days <= dueSoonDays ? 'dueSoon' : 'upcoming';
}

/**
 * Returns whether a bill is due soon: from three days before the due date until it is overdue. Does
 * not consider plans.
 */
export function isDueSoon(state: BillState): boolean {
  return state === 'dueSoon' || state === 'dueTomorrow' || state === 'dueToday';
}
