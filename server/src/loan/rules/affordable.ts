// Whether what falls due within one pay period stays within what the income carries. Pure.
import { interestFor } from '@sandali/contract/charges.ts';
import { addDays, compareDays, type Day } from '@sandali/contract/day.ts';
import {
  addCentavos,
  type Centavos,
  lessCentavos,
  maxCentavos,
  sumCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { type AmountRule, amountsOf } from './amounts.ts';

/** An amount that falls due, with its day. */
export type Due = { readonly on: Day; readonly amountCentavos: Centavos };

/** What an income carries: this much within any stretch of so many days. */
export type Carried = { readonly dueMostCentavos: Centavos; readonly payPeriodDays: number };

/**
 * The most that falls due within one pay period which a day is part of, wherever that period
 * begins.
 */
export function dueAround(dues: readonly Due[], on: Day, payPeriodDays: number): Centavos {
  const begins = [on, ...dues.map((due) => due.on)].filter(
    (day) => day <= on && addDays(day, payPeriodDays - 1) >= on,
  );
  const within = (from: Day) =>
    dues.filter(
      (due) => compareDays(due.on, from) >= 0 && due.on <= addDays(from, payPeriodDays - 1),
    );
  return maxCentavos(
    zeroCentavos,
    ...begins.map((from) => sumCentavos(within(from).map((due) => due.amountCentavos))),
  );
}

/** What may still fall due on a day beside what is owed already. */
export function roomOn(
  on: Day,
  dues: readonly Due[],
  { dueMostCentavos, payPeriodDays }: Carried,
): Centavos {
  return lessCentavos(dueMostCentavos, dueAround(dues, on, payPeriodDays));
}

/**
 * The largest amount the product lends for a term whose repayment, without a coupon, fits into the
 * room; 0 where none does.
 */
export function largestIn(
  room: Centavos,
  amounts: AmountRule,
  term: { readonly days: number; readonly interestPerDayBps: number },
): Centavos {
  const fits = (amount: Centavos) =>
    addCentavos(amount, interestFor(amount, term.days, term.interestPerDayBps)) <= room;
  return amountsOf(amounts).findLast(fits) ?? zeroCentavos;
}
