// What a bill owes on a day, derived from its facts and the day alone.
import { addDays, type Day, daysBetween, laterDay } from '@sandali/contract/day.ts';
import { addCentavos, type Centavos, lessCentavos, minCentavos, sumCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { interestAccrued, lateCharged } from './accrual.ts';
import { type BillFacts, dueInForce, factsAsOf, firstDueOn, type Posting } from './bill.ts';
import { waivedSoFar } from './relief.ts';

/** What was paid, by what it paid. Extension fees are beside it: they pay nothing off. */
export type Paid = {
  readonly lateCentavos: Centavos;
  readonly interestCentavos: Centavos;
  readonly principalCentavos: Centavos;
  readonly extensionFeesCentavos: Centavos;
  /** All money that came in for the bill. */
  readonly totalCentavos: Centavos;
};

/** What is unpaid at the end of a day; paying the total on that day settles the bill. */
export type Owed = {
  readonly lateCentavos: Centavos;
  readonly interestCentavos: Centavos;
  readonly principalCentavos: Centavos;
  readonly totalCentavos: Centavos;
  /** Days after the last free day, while anything is unpaid; else 0. */
  readonly overdueDays: number;
};

/** Everything paid on the bill by the end of a day. */
export function paidSoFar(facts: BillFacts, day: Day): Paid {
  const { postings, extensions } = factsAsOf(facts, day);
  const part = (pick: (posting: Posting) => Centavos) => sumCentavos(postings.map(pick));
  const lateCentavos = sumCentavos([...postings, ...extensions].map((event) => event.lateCentavos));
  const interestCentavos = part((posting) => posting.interestCentavos);
  const principalCentavos = part((posting) => posting.principalCentavos);
  const extensionFeesCentavos = sumCentavos(extensions.map((extension) => extension.feeCentavos));
  const totalCentavos = sumCentavos([lateCentavos, interestCentavos, principalCentavos, extensionFeesCentavos]);
  return { lateCentavos, interestCentavos, principalCentavos, extensionFeesCentavos, totalCentavos };
}

/**
 * What is owed on a day, with all that was paid by its end. A day before due gives the early payoff; a later day adds the late charge.
 * Where a payment was valued in the past, `settle` first shares all money out anew; else a part may count as overpaid and shows as 0 here.
 */
export function owed(facts: BillFacts, day: Day): Owed {
  const paid = paidSoFar(facts, day);
  const waived = waivedSoFar(facts, day);
  const lateCentavos = lessCentavos(lateCharged(facts, day), addCentavos(paid.lateCentavos, waived.lateCentavos));
  const interestCentavos = lessCentavos(interestAccrued(facts, day), addCentavos(paid.interestCentavos, waived.interestCentavos));
  const principalCentavos = lessCentavos(facts.principalCentavos, paid.principalCentavos);
  const totalCentavos = sumCentavos([lateCentavos, interestCentavos, principalCentavos]);
  const overdueDays = totalCentavos > 0 ? Math.max(0, daysBetween(dueInForce(facts, day).lastFreeOn, day)) : 0;
  return { lateCentavos, interestCentavos, principalCentavos, totalCentavos, overdueDays };
}

/** "Current due" of spec §3: what settles the bill today. */
export function amountDueNow(facts: BillFacts, day: Day): Centavos {
  return owed(facts, day).totalCentavos;
}

/** "Next due amount and date" of spec §3: the due date in force, and what will be owed on it if nothing more is paid (on a later day: now). */
export function nextDue(facts: BillFacts, day: Day): { readonly dueOn: Day; readonly amountCentavos: Centavos } {
  const { dueOn } = dueInForce(facts, day);
  return { dueOn, amountCentavos: owed(factsAsOf(facts, day), laterDay(dueOn, day)).totalCentavos };
}

/** By how much the bill grows from a day to the next if nothing is paid: a day's interest before it is due, a day's late charge after. */
export function growthTomorrow(facts: BillFacts, day: Day): Centavos {
  return lessCentavos(amountDueNow(factsAsOf(facts, day), addDays(day, 1)), amountDueNow(facts, day));
}

/** Interest that is never charged if the bill is settled on this day, early and partial payments so far counted: R less all that is paid. Nothing once it is late. */
export function savedIfPaidOn(facts: BillFacts, day: Day): Centavos {
  if (owed(facts, day).overdueDays > 0) return zeroCentavos;
  const unpaid: BillFacts = { ...facts, waivers: [], postings: [], extensions: [] };
  return lessCentavos(interestAccrued(unpaid, firstDueOn(facts)), interestAccrued(factsAsOf(facts, day), day));
}

/** The smallest amount a code is made for: the product's minimum for partial payments (₱500), or all that is owed where that is less. */
export function smallestPayment(facts: BillFacts, day: Day, minimumPartial: Centavos): Centavos {
  return minCentavos(minimumPartial, amountDueNow(facts, day));
}
