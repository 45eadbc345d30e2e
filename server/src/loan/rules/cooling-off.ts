// The return of a loan after its payout (docs/decisions/0015): the borrower pays back only the
// arrival amount.
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
import type { Rules } from '#/context/rules.ts';
import { inOrder, lessMoney, netOf, type SourcedMoney } from './absorb.ts';
import type { BillFacts, BillTerms } from './bill.ts';

const workingDays = 3;

/** Returns the last day of cooling-off: the third working day after the payout arrived. */
export function coolingOffEndsOn(arrivedOn: Day, holidays: Holidays): Day {
  return addWorkingDays(arrivedOn, workingDays, holidays);
}

/**
 * Returns whether the loan can be returned on the given day. It must be within cooling-off and
 * never extended. Paying a loan off does not end the right to return it.
 */
export function isCoolingOffOpen(facts: BillFacts, day: Day, holidays: Holidays): boolean {
  const isInWindow = day >= facts.arrivedOn && day <= coolingOffEndsOn(facts.arrivedOn, holidays);
  return isInWindow && factsAsOf(facts, day).extensions.length === 0;
}

/** One peso. No channel accepts less. */
const leastReturned = centavos(100);

/**
 * Returns the amount still to be paid for a return on the given day: the arrival amount less the
 * payments so far, or 0 if they exceed it. An amount below one peso is raised to one peso, and the
 * surplus is refundable (docs/decisions/0032).
 */
export function coolingOffAmount(facts: BillFacts, day: Day): Centavos {
  const missing = lessCentavos(facts.arrivalCentavos, paidSoFar(facts, day).totalCentavos);
  return missing > 0 ? maxCentavos(missing, leastReturned) : missing;
}

type CoolingOffOffer = {
  readonly endsOn: Day;
  readonly amountCentavos: Centavos;
  /** How much less a return costs than settling the bill, including refunded overpayments. */
  readonly savedCentavos: Centavos;
};

/** Returns the offer to return the loan on the given day, or null. */
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
 * How a loan was returned: the money applied to it (exactly the arrival amount), and the money that
 * becomes refundable, by source and day.
 */
type Returned = {
  readonly applied: readonly SourcedMoney[];
  readonly freed: readonly SourcedMoney[];
};

/**
 * Returns how a bill's money repaid the arrival amount by `endsOn`. Null if it did not, or if the
 * loan was extended. The earliest money is applied; all later money is freed.
 */
export function returnedBy(
  money: readonly SourcedMoney[],
  arrivalCentavos: Centavos,
  endsOn: Day,
): Returned | null {
  if (money.some((part) => part.extends)) return null;
  const netMoney = netOf(inOrder(money));
  const inTime = netMoney.filter((part) => part.paidOn <= endsOn);
  if (sumCentavos(inTime.map((part) => part.amountCentavos)) < arrivalCentavos) return null;
  let rest = arrivalCentavos;
  const applied = netMoney
    .map((part) => {
      const takes = minCentavos(rest, part.amountCentavos);
      rest = subtractCentavos(rest, takes);
      return { ...part, amountCentavos: takes };
    })
    .filter((part) => part.amountCentavos > zeroCentavos);
  return { applied, freed: lessMoney(netMoney, applied) };
}

/** Returns the facts of a returned loan: all applied money paid principal. */
export function returnedFacts(terms: BillTerms, applied: readonly SourcedMoney[]): BillFacts {
  const postings = applied.map((part) => ({
    paidOn: part.paidOn,
    lateCentavos: zeroCentavos,
    interestCentavos: zeroCentavos,
    principalCentavos: part.amountCentavos,
  }));
  return { ...terms, postings, extensions: [], reversals: [], waivers: [], suspensions: [] };
}

// Without a wait after several returns, a borrower could take one loan after another, return each
// of them, and never pay for any.

/**
 * Returns the first day on which the borrower can borrow again after these returns; null if that is
 * not after `today`. Only the two newest returns count: if they are at most `returnsWithinDays`
 * apart, the next loan waits until `returnsWaitDays` after the newer one.
 */
export function waitsUntil(
  returnedOn: readonly Day[],
  today: Day,
  { returnsWithinDays, returnsWaitDays }: Pick<Rules, 'returnsWithinDays' | 'returnsWaitDays'>,
): Day | null {
  const [before, last] = returnedOn.toSorted(compareDays).slice(-2);
  if (!before || !last || daysBetween(before, last) > returnsWithinDays) return null;
  const from = addDays(last, returnsWaitDays);
  return today < from ? from : null;
}
