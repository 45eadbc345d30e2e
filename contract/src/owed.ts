// What a bill owes on a day, derived from its facts and the day alone: the server's answers and the
// screen that looks ahead compute it here.
import { interestAccrued, lateCharged } from './accrual.ts';
import {
  type AccrualFacts,
  dueInForce,
  factsAsOf,
  firstDueOn,
  type Posting,
  waivedSoFar,
} from './accrualFacts.ts';
import type { AmountDue } from './bill.ts';
import { addDays, type Day, daysBetween, earlierDay } from './day.ts';
import {
  addCentavos,
  type Centavos,
  lessCentavos,
  subtractCentavos,
  sumCentavos,
} from './money.ts';

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

type Parts = Omit<Posting, 'paidOn' | 'isWaived'>;

/** All payments on the bill by the end of a day, less reversals and without waivers. */
export function paidSoFar(facts: AccrualFacts, day: Day): Paid {
  const known = factsAsOf(facts, day);
  const [postings, extensions] = [known.postings.filter((one) => !one.isWaived), known.extensions];
  const back = known.reversals.filter((one) => !one.isWaived);
  const part = (pick: (parts: Parts) => Centavos) =>
    subtractCentavos(sumCentavos(postings.map(pick)), sumCentavos(back.map(pick)));
  const lateCentavos = sumCentavos([
    part((posting) => posting.lateCentavos),
    ...extensions.map((event) => event.lateCentavos),
  ]);
  const interestCentavos = part((posting) => posting.interestCentavos);
  const principalCentavos = part((posting) => posting.principalCentavos);
  const extensionFeesCentavos = sumCentavos(extensions.map((extension) => extension.feeCentavos));
  const totalCentavos = sumCentavos([
    lateCentavos,
    interestCentavos,
    principalCentavos,
    extensionFeesCentavos,
  ]);
  return {
    lateCentavos,
    interestCentavos,
    principalCentavos,
    extensionFeesCentavos,
    totalCentavos,
  };
}

/**
 * The remainder that was waived by the end of a day, by what it was owed as; all 0 where none was.
 */
export function remainderSoFar(
  facts: AccrualFacts,
  day: Day,
): Parts & { readonly totalCentavos: Centavos } {
  const known = factsAsOf(facts, day);
  const [waived, back] = [
    known.postings.filter((one) => one.isWaived),
    known.reversals.filter((one) => one.isWaived),
  ];
  const part = (pick: (parts: Parts) => Centavos) =>
    subtractCentavos(sumCentavos(waived.map(pick)), sumCentavos(back.map(pick)));
  const lateCentavos = part((posting) => posting.lateCentavos);
  const interestCentavos = part((posting) => posting.interestCentavos);
  const principalCentavos = part((posting) => posting.principalCentavos);
  const totalCentavos = sumCentavos([lateCentavos, interestCentavos, principalCentavos]);
  return { lateCentavos, interestCentavos, principalCentavos, totalCentavos };
}

/**
 * What is owed on a day, with all that was paid by its end. A day before due gives the early
 * payoff; a later day adds the late charge. Where a payment was valued in the past, `settle` first
 * allocates all money anew; else a part may count as overpaid and shows as 0 here.
 */
export function owed(facts: AccrualFacts, day: Day): Owed {
  const paid = paidSoFar(facts, day);
  const waived = waivedSoFar(facts, day);
  const remainder = remainderSoFar(facts, day);
  const unpaid = (charged: Centavos, part: 'lateCentavos' | 'interestCentavos') =>
    lessCentavos(charged, sumCentavos([paid[part], waived[part], remainder[part]]));
  const lateCentavos = unpaid(lateCharged(facts, day), 'lateCentavos');
  const interestCentavos = unpaid(interestAccrued(facts, day), 'interestCentavos');
  const principalCentavos = lessCentavos(
    facts.principalCentavos,
    addCentavos(paid.principalCentavos, remainder.principalCentavos),
  );
  const totalCentavos = sumCentavos([lateCentavos, interestCentavos, principalCentavos]);
  const overdueDays =
    totalCentavos > 0 ? Math.max(0, daysBetween(dueInForce(facts, day).lastFreeOn, day)) : 0;
  return { lateCentavos, interestCentavos, principalCentavos, totalCentavos, overdueDays };
}

/**
 * Of the overdue days of a bill those that were charged: without the days that a promise suspended.
 */
export function chargedDays(facts: AccrualFacts, day: Day): number {
  const { overdueDays } = owed(facts, day);
  if (overdueDays === 0) return 0;
  const { lastFreeOn } = dueInForce(facts, day);
  const overdueBy = (on: Day) => Math.max(0, daysBetween(lastFreeOn, earlierDay(on, day)));
  return facts.suspensions.reduce(
    (days, { fromOn, toOn }) => days - overdueBy(toOn) + overdueBy(addDays(fromOn, -1)),
    overdueDays,
  );
}

/** "Current due" of spec §3: what settles the bill on a day. */
function amountDue(facts: AccrualFacts, day: Day): AmountDue {
  return { owedCentavos: owed(facts, day).totalCentavos, on: day };
}

/**
 * "Next due amount and date" of spec §3, at the end of a day: what will be owed on the due date in
 * force if nothing more is paid, or after that date on its last free day. Null after the last free
 * day: a late bill is due today.
 */
export function nextDue(facts: AccrualFacts, day: Day): AmountDue | null {
  const { dueOn, lastFreeOn } = dueInForce(facts, day);
  const on = dueOn >= day ? dueOn : lastFreeOn;
  return on < day ? null : amountDue(factsAsOf(facts, day), on);
}

/** What is to be paid next, with its day: on the due date while that is to come, and else today. */
export function dueNext(facts: AccrualFacts, day: Day): AmountDue {
  return nextDue(facts, day) ?? amountDue(facts, day);
}

/**
 * By how much the bill grows from a day to the next if nothing is paid: a day's interest before it
 * is due, a day's late charge after.
 */
export function accruedTomorrow(facts: AccrualFacts, day: Day): Centavos {
  return lessCentavos(
    owed(factsAsOf(facts, day), addDays(day, 1)).totalCentavos,
    owed(facts, day).totalCentavos,
  );
}

/**
 * "Saved by paying now": what would be owed on the due date in force, less what is owed on this
 * day. Zero from that date on.
 */
export function savedIfPaidOn(facts: AccrualFacts, day: Day): Centavos {
  return lessCentavos(dueNext(facts, day).owedCentavos, owed(facts, day).totalCentavos);
}

/**
 * "Saved in all": interest that what was paid by the end of a day keeps from being charged, against
 * nothing paid until the first due date.
 */
export function savedSoFar(facts: AccrualFacts, day: Day): Centavos {
  const dueOn = firstDueOn(facts);
  return lessCentavos(
    interestAccrued({ ...facts, postings: [], reversals: [] }, dueOn),
    interestAccrued(factsAsOf(facts, day), dueOn),
  );
}
