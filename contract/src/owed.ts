// The amount that a bill owes on a day, derived only from its facts and the day. The server's
// responses and the screens that show future amounts both compute it here.
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

/** Payments, split by what they paid. Extension fees are separate: they do not reduce the debt. */
type Paid = {
  readonly lateCentavos: Centavos;
  readonly interestCentavos: Centavos;
  readonly principalCentavos: Centavos;
  readonly extensionFeesCentavos: Centavos;
  /** All money received for the bill. */
  readonly totalCentavos: Centavos;
};

/** The amounts unpaid at the end of a day; paying the total on that day settles the bill. */
export type Owed = {
  readonly lateCentavos: Centavos;
  readonly interestCentavos: Centavos;
  readonly principalCentavos: Centavos;
  readonly totalCentavos: Centavos;
  /** Days after the last free day while anything is unpaid; otherwise 0. */
  readonly overdueDays: number;
};

type Parts = Omit<Posting, 'paidOn' | 'isWaived'>;

/** Sums the payments on the bill by the end of a day, less reversals and without waivers. */
export function paidSoFar(facts: AccrualFacts, day: Day): Paid {
  const known = factsAsOf(facts, day);
  const [postings, extensions] = [
    known.postings.filter((posting) => !posting.isWaived),
    known.extensions,
  ];
  const back = known.reversals.filter((reversal) => !reversal.isWaived);
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
 * Returns the remainder waived by the end of a day, split by kind of debt; all 0 if none was
 * waived.
 */
export function remainderSoFar(
  facts: AccrualFacts,
  day: Day,
): Parts & { readonly totalCentavos: Centavos } {
  const known = factsAsOf(facts, day);
  const [waived, back] = [
    known.postings.filter((posting) => posting.isWaived),
    known.reversals.filter((reversal) => reversal.isWaived),
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
 * Returns the amount owed at the end of a day: the early payoff before the due date, and the amount
 * with the late charge after it. If a payment has an earlier value date, `settle` must first
 * reallocate all money; otherwise an overpaid charge shows as 0 here.
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

/** Returns the number of overdue days with a late charge, excluding days suspended by a promise. */
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

/** Returns the "Current due" of spec §3: the amount that settles the bill on a day. */
function amountDue(facts: AccrualFacts, day: Day): AmountDue {
  return { owedCentavos: owed(facts, day).totalCentavos, on: day };
}

/**
 * Returns the "Next due amount and date" of spec §3, at the end of a day: the amount owed on the
 * current due date without further payments, or after that date on its last free day. Null after
 * the last free day, when an overdue bill is due today.
 */
export function nextDue(facts: AccrualFacts, day: Day): AmountDue | null {
  const { dueOn, lastFreeOn } = dueInForce(facts, day);
  const on = dueOn >= day ? dueOn : lastFreeOn;
  return on < day ? null : amountDue(factsAsOf(facts, day), on);
}

/**
 * Returns the next amount to pay and its day: the due date or the last free day if that day is
 * still to come, otherwise today.
 */
export function dueNext(facts: AccrualFacts, day: Day): AmountDue {
  return nextDue(facts, day) ?? amountDue(facts, day);
}

/**
 * Returns the amount by which the bill grows from one day to the next without payments: a day's
 * interest before the due date, a day's late charge once it is overdue.
 */
export function accruedTomorrow(facts: AccrualFacts, day: Day): Centavos {
  return lessCentavos(
    owed(factsAsOf(facts, day), addDays(day, 1)).totalCentavos,
    owed(facts, day).totalCentavos,
  );
}

/**
 * Returns the amount "Saved by paying now": the amount owed on the current due date, less the
 * amount owed on this day. Zero from the due date on.
 */
export function savedIfPaidOn(facts: AccrualFacts, day: Day): Centavos {
  return lessCentavos(dueNext(facts, day).owedCentavos, owed(facts, day).totalCentavos);
}

/**
 * Returns the amount "Saved in all": the interest avoided by payments up to the end of a day,
 * compared with paying nothing before the first due date.
 */
export function savedSoFar(facts: AccrualFacts, day: Day): Centavos {
  const dueOn = firstDueOn(facts);
  return lessCentavos(
    interestAccrued({ ...facts, postings: [], reversals: [] }, dueOn),
    interestAccrued(factsAsOf(facts, day), dueOn),
  );
}
