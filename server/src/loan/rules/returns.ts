// Returning a loan is a right and costs nothing (money.md, "Cancel and cooling-off"). What is lent anew after several returns is not: without a
// pause somebody could live on loans that are returned one after the other, and never pay for one.
import { addDays, compareDays, type Day, daysBetween } from '@sandali/contract/day.ts';

/** Two returns at most so many days apart make the next loan wait, for so many days after the newer one. */
const withinDays = 90;
const waitsDays = 30;

/**
 * The first day on which a borrower can borrow again who returned loans on these days; null where nothing waits on `today`. Only the two newest
 * returns decide.
 */
export function waitsUntil(returnedOn: readonly Day[], today: Day): Day | null {
  const [before, last] = returnedOn.toSorted(compareDays).slice(-2);
  if (!before || !last || daysBetween(before, last) > withinDays) return null;
  const from = addDays(last, waitsDays);
  return today < from ? from : null;
}
