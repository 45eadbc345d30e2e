// Cancelling after payout (money.md, "Cancel and cooling-off"): the borrower returns what arrived, and nothing else is owed.
import { addWorkingDays, type Day, type Holidays } from '@sandali/contract/day.ts';
import { type Centavos, lessCentavos } from '@sandali/contract/money.ts';
import { type BillFacts, factsAsOf } from './bill.ts';
import { owed, paidSoFar } from './owed.ts';

const workingDays = 3;

/** The last day of the cooling-off: the third working day after the money arrived. */
export function coolingOffEndsOn(arrivedOn: Day, holidays: Holidays): Day {
  return addWorkingDays(arrivedOn, workingDays, holidays);
}

/** Whether the loan may be cancelled on a day: in the window, unpaid, never extended. */
export function isCoolingOffOpen(facts: BillFacts, day: Day, holidays: Holidays): boolean {
  const isInWindow = day >= facts.arrivedOn && day <= coolingOffEndsOn(facts.arrivedOn, holidays);
  return isInWindow && factsAsOf(facts, day).extensions.length === 0 && owed(facts, day).totalCentavos > 0;
}

/** What is still to be returned on a day: the arrival amount less what was paid already; 0 where that is more. */
export function coolingOffAmount(facts: BillFacts, day: Day): Centavos {
  return lessCentavos(facts.arrivalCentavos, paidSoFar(facts, day).totalCentavos);
}
