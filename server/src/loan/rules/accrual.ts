// What a bill has been charged up to a day, in closed form (money.md, "Late, early, partial"). A payment counts from the day after it, because
// each day is charged on what is unpaid at its start.
import { type Day, daysBetween } from '@sandali/contract/day.ts';
import { type Centavos, lessCentavos, minCentavos, subtractCentavos, sumCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { type BillFacts, dueInForce, factsAsOf, type Posting } from './bill.ts';
import { interestOnDays, lateChargeOnDays } from './charges.ts';

/** Interest accrued by the end of a day, net of the coupon, whether paid or not; it stops at the first due date. */
export function interestAccrued(facts: BillFacts, day: Day): Centavos {
  const days = clamp(daysBetween(facts.arrivedOn, day), facts.termDays);
  const base = sumOverDays(facts.principalCentavos, facts.arrivedOn, days, facts.postings, (posting) => posting.principalCentavos);
  return lessCentavos(interestOnDays(base, facts.interestPerDayBps), facts.interestCouponCentavos);
}

/** Late charge of the whole bill by the end of a day, whether paid or not: of the terms that were extended, and of the one in force. */
export function lateCharged(facts: BillFacts, day: Day): Centavos {
  return sumCentavos([lateOfExtendedTerms(facts, day), lateOfTermInForce(facts, day)]);
}

/** Every charge on the loan by the end of a day: what was deducted, interest, late charges and extension fees. Never above the principal. */
export function allCharges(facts: BillFacts, day: Day): Centavos {
  return sumCentavos([chargesBesidesLate(facts, day), lateCharged(facts, day)]);
}

/** L(n) of the term in force, for the days after its last free day; it stops where all charges equal the first principal. */
export function lateOfTermInForce(facts: BillFacts, day: Day): Centavos {
  const { lastFreeOn } = dueInForce(facts, day);
  const days = clamp(daysBetween(lastFreeOn, day), Number.MAX_SAFE_INTEGER);
  const start = sumCentavos([facts.principalCentavos, interestAccrued(facts, day)]);
  const base = sumOverDays(start, lastFreeOn, days, factsAsOf(facts, day).postings, (posting) =>
    sumCentavos([posting.principalCentavos, posting.interestCentavos]),
  );
  const room = lessCentavos(facts.principalCentavos, sumCentavos([chargesBesidesLate(facts, day), lateOfExtendedTerms(facts, day)]));
  return minCentavos(lateChargeOnDays(base, facts.lateChargePerMonthBps), room);
}

/** Late charge of earlier terms. An extension takes all of it, so what was paid is what was charged. */
export function lateOfExtendedTerms(facts: BillFacts, day: Day): Centavos {
  const { extensions, postings } = factsAsOf(facts, day);
  const lastPaidOn = extensions.at(-1)?.paidOn;
  if (lastPaidOn === undefined) return zeroCentavos;
  const before = postings.filter((posting) => posting.paidOn <= lastPaidOn);
  return sumCentavos([...before, ...extensions].map((event) => event.lateCentavos));
}

function chargesBesidesLate(facts: BillFacts, day: Day): Centavos {
  const deducted = subtractCentavos(facts.principalCentavos, facts.arrivalCentavos);
  const fees = factsAsOf(facts, day).extensions.map((extension) => extension.feeCentavos);
  return sumCentavos([deducted, interestAccrued(facts, day), ...fees]);
}

/** Σ over the days after `from` of what stood at their start: `start` less every part that was paid on an earlier day. In centavo-days. */
function sumOverDays(start: Centavos, from: Day, days: number, postings: readonly Posting[], part: (posting: Posting) => Centavos): bigint {
  const unpaid = BigInt(start) * BigInt(days);
  return postings.reduce((sum, posting) => {
    const missing = clamp(days - clamp(daysBetween(from, posting.paidOn), days), days);
    return sum - BigInt(part(posting)) * BigInt(missing);
  }, unpaid);
}

function clamp(days: number, most: number): number {
  return Math.min(Math.max(days, 0), most);
}
