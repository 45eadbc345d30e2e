// What a bill owes on a day and its state, derived from its facts and the day alone.
import type { AmountDue, BillState } from '@sandali/contract/bill.ts';
import { addDays, type Day, daysBetween } from '@sandali/contract/day.ts';
import { addCentavos, type Centavos, lessCentavos, minCentavos, sumCentavos } from '@sandali/contract/money.ts';
import { interestAccrued, lateCharged } from './accrual.ts';
import { type BillFacts, dueInForce, factsAsOf, firstDueOn, type Posting } from './bill.ts';
import { waivedSoFar } from './relief.ts';

/** What was paid, by what it paid. Extension fees are beside it: they pay nothing off. */
type Paid = {
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

/** Everything paid on the bill by the end of a day; what was waived is not. */
export function paidSoFar(facts: BillFacts, day: Day): Paid {
  const known = factsAsOf(facts, day);
  const [postings, extensions] = [known.postings.filter((one) => !one.isWaived), known.extensions];
  const part = (pick: (posting: Posting) => Centavos) => sumCentavos(postings.map(pick));
  const lateCentavos = sumCentavos([...postings, ...extensions].map((event) => event.lateCentavos));
  const interestCentavos = part((posting) => posting.interestCentavos);
  const principalCentavos = part((posting) => posting.principalCentavos);
  const extensionFeesCentavos = sumCentavos(extensions.map((extension) => extension.feeCentavos));
  const totalCentavos = sumCentavos([lateCentavos, interestCentavos, principalCentavos, extensionFeesCentavos]);
  return { lateCentavos, interestCentavos, principalCentavos, extensionFeesCentavos, totalCentavos };
}

/** The remainder that was waived by the end of a day, by what it was owed as; all 0 where none was. */
export function remainderSoFar(facts: BillFacts, day: Day): Omit<Posting, 'paidOn'> & { readonly totalCentavos: Centavos } {
  const waived = factsAsOf(facts, day).postings.filter((one) => one.isWaived);
  const part = (pick: (posting: Posting) => Centavos) => sumCentavos(waived.map(pick));
  const lateCentavos = part((posting) => posting.lateCentavos);
  const interestCentavos = part((posting) => posting.interestCentavos);
  const principalCentavos = part((posting) => posting.principalCentavos);
  const totalCentavos = sumCentavos([lateCentavos, interestCentavos, principalCentavos]);
  return { lateCentavos, interestCentavos, principalCentavos, totalCentavos };
}

/**
 * What is owed on a day, with all that was paid by its end. A day before due gives the early payoff; a later day adds the late charge.
 * Where a payment was valued in the past, `settle` first allocates all money anew; else a part may count as overpaid and shows as 0 here.
 */
export function owed(facts: BillFacts, day: Day): Owed {
  const paid = paidSoFar(facts, day);
  const waived = waivedSoFar(facts, day);
  const remainder = remainderSoFar(facts, day);
  const unpaid = (charged: Centavos, part: 'lateCentavos' | 'interestCentavos') =>
    lessCentavos(charged, sumCentavos([paid[part], waived[part], remainder[part]]));
  const lateCentavos = unpaid(lateCharged(facts, day), 'lateCentavos');
  const interestCentavos = unpaid(interestAccrued(facts, day), 'interestCentavos');
  const principalCentavos = lessCentavos(facts.principalCentavos, addCentavos(paid.principalCentavos, remainder.principalCentavos));
  const totalCentavos = sumCentavos([lateCentavos, interestCentavos, principalCentavos]);
  const overdueDays = totalCentavos > 0 ? Math.max(0, daysBetween(dueInForce(facts, day).lastFreeOn, day)) : 0;
  return { lateCentavos, interestCentavos, principalCentavos, totalCentavos, overdueDays };
}

/** "Current due" of spec §3: what settles the bill on a day. */
function amountDue(facts: BillFacts, day: Day): AmountDue {
  return { owedCentavos: owed(facts, day).totalCentavos, on: day };
}

/**
 * "Next due amount and date" of spec §3, at the end of a day: what will be owed on the due date in force if nothing more is paid, or after that date
 * on its last free day. Null after the last free day: a late bill is due today.
 */
export function nextDue(facts: BillFacts, day: Day): AmountDue | null {
  const { dueOn, lastFreeOn } = dueInForce(facts, day);
  const on = dueOn >= day ? dueOn : lastFreeOn;
  return on < day ? null : amountDue(factsAsOf(facts, day), on);
}

/** What is to be paid next, with its day: on the due date while that is to come, and else today. */
export function dueNext(facts: BillFacts, day: Day): AmountDue {
  return nextDue(facts, day) ?? amountDue(facts, day);
}

/** By how much the bill grows from a day to the next if nothing is paid: a day's interest before it is due, a day's late charge after. */
export function growthTomorrow(facts: BillFacts, day: Day): Centavos {
  return lessCentavos(owed(factsAsOf(facts, day), addDays(day, 1)).totalCentavos, owed(facts, day).totalCentavos);
}

/** "Saved by paying now": what would be owed on the due date in force, less what is owed on this day. Zero from that date on. */
export function savedIfPaidOn(facts: BillFacts, day: Day): Centavos {
  return lessCentavos(dueNext(facts, day).owedCentavos, owed(facts, day).totalCentavos);
}

/** "Saved in all": interest that what was paid by the end of a day keeps from being charged, against nothing paid until the first due date. */
export function savedSoFar(facts: BillFacts, day: Day): Centavos {
  const dueOn = firstDueOn(facts);
  return lessCentavos(interestAccrued({ ...facts, postings: [] }, dueOn), interestAccrued(factsAsOf(facts, day), dueOn));
}

/** The smallest amount a code is made for: the product's minimum for partial payments (₱500), or all that is owed where that is less. */
export function smallestPayment(facts: BillFacts, day: Day, minimumPartial: Centavos): Centavos {
  return minCentavos(minimumPartial, owed(facts, day).totalCentavos);
}

const dueSoonDays = 3;

/** How a bill ended, as stored. */
export type Ending = 'repaid' | 'cooledOff' | 'writtenOff' | 'void';

/** The state of a bill on a day. Nothing is called overdue before the last free day is over. */
export function billState(facts: BillFacts, day: Day, ending: Ending | null): BillState {
  if (ending) return ending;
  if (owed(facts, day).overdueDays > 0) return 'overdue';
  const days = daysBetween(day, dueInForce(facts, day).dueOn);
  if (days <= 0) return 'dueToday';
  if (days === 1) return 'dueTomorrow';
  return days <= dueSoonDays ? 'dueSoon' : 'upcoming';
}

/** Whether a bill belongs into the count of those due soon: from three days before the due date until it is overdue. */
export function isDueSoon(state: BillState): boolean {
  return state === 'dueSoon' || state === 'dueTomorrow' || state === 'dueToday';
}
