// What a bill has been charged up to a day, in closed form (docs/decisions/0001). A payment counts
// from the day after it, because each day is charged on what is unpaid at its start.
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
 * Interest accrued by the end of a day, net of the coupon, whether paid or not; it stops at the
 * first due date.
 */
export function interestAccrued(facts: AccrualFacts, day: Day): Centavos {
  return lessCentavos(
    interestOnDays(principalDays(facts, day), facts.interestPerDayBps),
    facts.interestCouponCentavos,
  );
}

/**
 * Principal that is unpaid at the start of each day until the first due date, summed: centavo-days.
 */
function principalDays(facts: AccrualFacts, day: Day): bigint {
  const days = clamp(daysBetween(facts.arrivedOn, day), facts.termDays);
  const off = [
    ...facts.postings.map((posting) => ({
      on: posting.paidOn,
      centavos: posting.principalCentavos,
    })),
    ...facts.reversals.map((one) => ({
      on: one.on,
      centavos: negateCentavos(one.principalCentavos),
    })),
  ];
  return sumOverDays(facts.principalCentavos, facts.arrivedOn, days, off);
}

/**
 * Whether principal was out for at least half of the term by the end of a day: its days, each with
 * what was unpaid at its start, are half of all days of the whole principal. So what was repaid at
 * once counts for nothing, and what was repaid in parts for its own days.
 */
export function isHeldHalf(facts: AccrualFacts, day: Day): boolean {
  return principalDays(facts, day) * 2n >= BigInt(facts.principalCentavos) * BigInt(facts.termDays);
}

/**
 * Late charge of the whole bill by the end of a day, whether paid or not: of the terms that were
 * extended, and of the one in force.
 */
export function lateCharged(facts: AccrualFacts, day: Day): Centavos {
  return sumCentavos([lateOfExtendedTerms(facts, day), lateOfTermInForce(facts, day)]);
}

/**
 * Every charge on the loan by the end of a day, taken back or not: what was deducted, interest,
 * late charges and extension fees. Never above the principal.
 */
export function allCharges(facts: AccrualFacts, day: Day): Centavos {
  return sumCentavos([chargesBesidesLate(facts, day), lateCharged(facts, day)]);
}

/**
 * L(n) of the term in force, for the days after its last free day that are not suspended; it stops
 * where all charges equal the first principal, those that were taken back included.
 */
function lateOfTermInForce(facts: AccrualFacts, day: Day): Centavos {
  const { lastFreeOn } = dueInForce(facts, day);
  const until = (last: Day) => clamp(daysBetween(lastFreeOn, last), Number.MAX_SAFE_INTEGER);
  const start = sumCentavos([facts.principalCentavos, interestAccrued(facts, day)]);
  const known = factsAsOf(facts, day);
  const off = [
    ...known.postings.map((one) => ({
      on: one.paidOn,
      centavos: addCentavos(one.principalCentavos, one.interestCentavos),
    })),
    ...known.waivers.map((one) => ({ on: one.on, centavos: one.interestCentavos })),
    ...known.reversals.map((one) => ({
      on: one.on,
      centavos: negateCentavos(addCentavos(one.principalCentavos, one.interestCentavos)),
    })),
  ];
  const sumTo = (last: Day) => sumOverDays(start, lastFreeOn, until(last), off);
  const suspended = facts.suspensions
    .filter((one) => one.fromOn <= day)
    .reduce(
      (sum, one) => sum + sumTo(earlierDay(one.toOn, day)) - sumTo(addDays(one.fromOn, -1)),
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
 * Late charge of earlier terms. An extension takes all of it, so the charge is what was paid and
 * waived. A reversal does not change it.
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
 * Sums, in centavo-days, what was unpaid at the start of each day after `from`: `start` less all
 * that came off earlier. An amount below zero came on again.
 */
function sumOverDays(
  start: Centavos,
  from: Day,
  days: number,
  off: readonly { on: Day; centavos: Centavos }[],
): bigint {
  const unpaid = BigInt(start) * BigInt(days);
  return off.reduce((sum, one) => {
    const missing = clamp(days - clamp(daysBetween(from, one.on), days), days);
    return sum - BigInt(one.centavos) * BigInt(missing);
  }, unpaid);
}

function clamp(days: number, most: number): number {
  return Math.min(Math.max(days, 0), most);
}
