// The charges on a bill up to a day, in closed form (docs/decisions/0001). A payment takes effect
// the next day, because each day's charge is based on the amount unpaid at the start of that day.
import { type AccrualFacts, dueInForce, factsAsOf, waivedSoFar } from './accrualFacts.ts';
import { interestOnDays, lateChargeOnDays } from './charges.ts';
import { addDays, type Day, daysBetween, earlierDay } from './day.ts';
import {
  addCentavos,
  type Centavos,
  lessCentavos,
  minCentavos,
  negateCentavos,
  subtractCentavos,
  sumCentavos,
  zeroCentavos,
} from './money.ts';

/**
 * Returns the interest accrued by the end of a day, paid or not, less the coupon. Accrual ends at
 * the first due date.
 */
export function interestAccrued(facts: AccrualFacts, day: Day): Centavos {
  return lessCentavos(
    interestOnDays(principalDays(facts, day), facts.interestPerDayBps),
    facts.interestCouponCentavos,
  );
}

/** Sums the unpaid principal at the start of each day until the first due date, in centavo-days. */
function principalDays(facts: AccrualFacts, day: Day): bigint {
  const days = clamp(daysBetween(facts.arrivedOn, day), facts.termDays);
  const off = [
    ...facts.postings.map((posting) => ({
      on: posting.paidOn,
      centavos: posting.principalCentavos,
    })),
    ...facts.reversals.map((reversal) => ({
      on: reversal.on,
      centavos: negateCentavos(reversal.principalCentavos),
    })),
  ];
  return sumOverDays(facts.principalCentavos, facts.arrivedOn, days, off);
}

/**
 * Whether the principal was borrowed for at least half of the term on average, weighted by the
 * amount unpaid at the start of each day.
 */
export function isBorrowedHalfTerm(facts: AccrualFacts, day: Day): boolean {
  return principalDays(facts, day) * 2n >= BigInt(facts.principalCentavos) * BigInt(facts.termDays);
}

/**
 * Returns the late charge on the bill by the end of a day, paid or not, for its current and all
 * earlier terms.
 */
export function lateCharged(facts: AccrualFacts, day: Day): Centavos {
  return sumCentavos([lateOfExtendedTerms(facts, day), lateOfTermInForce(facts, day)]);
}

/**
 * Returns all charges on the loan by the end of a day, waived or not: deducted fees, interest, late
 * charges and extension fees. They never exceed the principal.
 */
export function allCharges(facts: AccrualFacts, day: Day): Centavos {
  return sumCentavos([chargesBesidesLate(facts, day), lateCharged(facts, day)]);
}

/**
 * Returns the late charge L(n) for the current term. It accrues on each day after the last free
 * day, except suspended days, until all charges (including waived ones) equal the principal.
 */
function lateOfTermInForce(facts: AccrualFacts, day: Day): Centavos {
  const { lastFreeOn } = dueInForce(facts, day);
  const until = (last: Day) => clamp(daysBetween(lastFreeOn, last), Number.MAX_SAFE_INTEGER);
  const start = sumCentavos([facts.principalCentavos, interestAccrued(facts, day)]);
  const known = factsAsOf(facts, day);
  const off = [
    ...known.postings.map((posting) => ({
      on: posting.paidOn,
      centavos: addCentavos(posting.principalCentavos, posting.interestCentavos),
    })),
    ...known.waivers.map((waiver) => ({ on: waiver.on, centavos: waiver.interestCentavos })),
    ...known.reversals.map((reversal) => ({
      on: reversal.on,
      centavos: negateCentavos(addCentavos(reversal.principalCentavos, reversal.interestCentavos)),
    })),
  ];
  const sumTo = (last: Day) => sumOverDays(start, lastFreeOn, until(last), off);
  const suspended = facts.suspensions
    .filter((suspension) => suspension.fromOn <= day)
    .reduce(
      (sum, suspension) =>
        sum + sumTo(earlierDay(suspension.toOn, day)) - sumTo(addDays(suspension.fromOn, -1)),
      0n,
    );
  const base = sumTo(day) - suspended;
  const room = lessCentavos(
    facts.principalCentavos,
    sumCentavos([chargesBesidesLate(facts, day), lateOfExtendedTerms(facts, day)]),
  );
  return minCentavos(lateChargeOnDays(base, facts.lateChargePerMonthBps), room);
}

/**
 * Returns the late charge for earlier terms. Each extension settles it, so it equals the amounts
 * paid and waived. A reversal does not change it.
 */
function lateOfExtendedTerms(facts: AccrualFacts, day: Day): Centavos {
  const { extensions, postings } = factsAsOf(facts, day);
  const lastPaidOn = extensions.at(-1)?.paidOn;
  if (lastPaidOn === undefined) return zeroCentavos;
  const before = postings.filter((posting) => posting.paidOn <= lastPaidOn);
  return sumCentavos(
    [...before, ...extensions, waivedSoFar(facts, lastPaidOn)].map((event) => event.lateCentavos),
  );
}

function chargesBesidesLate(facts: AccrualFacts, day: Day): Centavos {
  const deducted = subtractCentavos(facts.principalCentavos, facts.arrivalCentavos);
  const fees = factsAsOf(facts, day).extensions.map((extension) => extension.feeCentavos);
  return sumCentavos([deducted, interestAccrued(facts, day), ...fees]);
}

/**
 * Sums the amount unpaid at the start of each day after `from`, in centavo-days: `start` less the
 * earlier payments in `off`. Negative payments increase the unpaid amount.
 */
function sumOverDays(
  start: Centavos,
  from: Day,
  days: number,
  off: readonly { on: Day; centavos: Centavos }[],
): bigint {
  const unpaid = BigInt(start) * BigInt(days);
  return off.reduce((sum, change) => {
    const missing = clamp(days - clamp(daysBetween(from, change.on), days), days);
    return sum - BigInt(change.centavos) * BigInt(missing);
  }, unpaid);
}

function clamp(days: number, most: number): number {
  return Math.min(Math.max(days, 0), most);
}
