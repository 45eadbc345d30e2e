// Returning a loan after its payout (docs/decisions/0015): the borrower pays back what arrived, and
// nothing else is owed.
import { factsAsOf } from '@sandali/contract/accrualFacts.ts';
import {
  addDays,
  addWorkingDays,
  compareDays,
  type Day,
  daysBetween,
  type Holidays,
} from '@sandali/contract/day.ts';
import {
  type Centavos,
  centavos,
  lessCentavos,
  maxCentavos,
  minCentavos,
  subtractCentavos,
  sumCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { owed, paidSoFar } from '@sandali/contract/owed.ts';
import { inOrder, lessMoney, netOf, type SourcedMoney } from './absorb.ts';
import type { BillFacts, BillTerms } from './bill.ts';

const workingDays = 3;

/** The last day of the cooling-off: the third working day after the money arrived. */
export function coolingOffEndsOn(arrivedOn: Day, holidays: Holidays): Day {
  return addWorkingDays(arrivedOn, workingDays, holidays);
}

/** Whether the loan may be returned on a day: in the window, repaid or not, never extended. */
export function isCoolingOffOpen(facts: BillFacts, day: Day, holidays: Holidays): boolean {
  const isInWindow = day >= facts.arrivedOn && day <= coolingOffEndsOn(facts.arrivedOn, holidays);
  return isInWindow && factsAsOf(facts, day).extensions.length === 0;
}

/** A peso: no channel takes less. */
const leastReturned = centavos(100);

/**
 * What is still to be returned on a day: the arrival amount less what was paid already; 0 where
 * that is more. Where less than a peso is missing it is a peso, since no channel takes less, and
 * what is more than the arrival amount is the borrower's (docs/decisions/0032).
 */
export function coolingOffAmount(facts: BillFacts, day: Day): Centavos {
  const missing = lessCentavos(facts.arrivalCentavos, paidSoFar(facts, day).totalCentavos);
  return missing > 0 ? maxCentavos(missing, leastReturned) : missing;
}

type CoolingOffOffer = {
  readonly endsOn: Day;
  readonly amountCentavos: Centavos;
  /**
   * What returning costs less than settling the bill on the day, or than what settled it; what was
   * paid too much already comes back and counts.
   */
  readonly savedCentavos: Centavos;
};

/** The return that is open on a day, or null. */
export function offerCoolingOff(
  facts: BillFacts,
  day: Day,
  holidays: Holidays,
): CoolingOffOffer | null {
  if (!isCoolingOffOpen(facts, day, holidays)) return null;
  const toSettle = sumCentavos([
    owed(facts, day).totalCentavos,
    paidSoFar(facts, day).totalCentavos,
  ]);
  return {
    endsOn: coolingOffEndsOn(facts.arrivedOn, holidays),
    amountCentavos: coolingOffAmount(facts, day),
    savedCentavos: subtractCentavos(toSettle, facts.arrivalCentavos),
  };
}

/**
 * A loan that was returned: the money that did it, the arrival amount exactly, and what is the
 * borrower's again, each of its source and day.
 */
type Returned = { readonly kept: readonly SourcedMoney[]; readonly freed: readonly SourcedMoney[] };

/**
 * Whether all money of a bill, each part by its value date, returned the arrival amount by the last
 * day; null where it did not, and where the loan was extended, which ends the right to return it.
 * The earliest money is what did it; everything after that, whatever it once paid, is free.
 */
export function returnedBy(
  money: readonly SourcedMoney[],
  arrivalCentavos: Centavos,
  endsOn: Day,
): Returned | null {
  if (money.some((one) => one.extends)) return null;
  const all = netOf(inOrder(money));
  const inTime = all.filter((one) => one.paidOn <= endsOn);
  if (sumCentavos(inTime.map((one) => one.amountCentavos)) < arrivalCentavos) return null;
  let left = arrivalCentavos;
  const kept = all
    .map((one) => {
      const takes = minCentavos(left, one.amountCentavos);
      left = subtractCentavos(left, takes);
      return { ...one, amountCentavos: takes };
    })
    .filter((one) => one.amountCentavos > zeroCentavos);
  return { kept, freed: lessMoney(all, kept) };
}

/** The facts of a returned loan: its money paid principal and nothing else. */
export function returnedFacts(terms: BillTerms, kept: readonly SourcedMoney[]): BillFacts {
  const postings = kept.map((one) => ({
    paidOn: one.paidOn,
    lateCentavos: zeroCentavos,
    interestCentavos: zeroCentavos,
    principalCentavos: one.amountCentavos,
  }));
  return { ...terms, postings, extensions: [], reversals: [], waivers: [], suspensions: [] };
}

// Returning a loan is a right and costs nothing. Borrowing again after several returns is not:
// without a pause somebody could live on loans that are returned one after the other, and never pay
// for one.

/**
 * Two returns at most so many days apart make the next loan wait, for so many days after the newer
 * one.
 */
const withinDays = 90;
const waitsDays = 30;

/**
 * The first day on which a borrower can borrow again who returned loans on these days; null where
 * nothing waits on `today`. Only the two newest returns decide.
 */
export function waitsUntil(returnedOn: readonly Day[], today: Day): Day | null {
  const [before, last] = returnedOn.toSorted(compareDays).slice(-2);
  if (!before || !last || daysBetween(before, last) > withinDays) return null;
  const from = addDays(last, waitsDays);
  return today < from ? from : null;
}
