// Compares the amounts due within a pay period with the share of income that may be used to pay
// them.
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

/** The maximum amount that may fall due within a pay period, and the length of that period. */
export type Carried = { readonly dueMostCentavos: Centavos; readonly payPeriodDays: number };

/** Returns the largest sum that falls due within any pay period that contains the given day. */
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

/** Returns how much more may fall due on the given day, besides these amounts. */
export function roomOn(
  on: Day,
  dues: readonly Due[],
  { dueMostCentavos, payPeriodDays }: Carried,
): Centavos {
  return lessCentavos(dueMostCentavos, dueAround(dues, on, payPeriodDays));
}

/**
 * Returns the product's largest amount whose repayment without a coupon is at most `room`; 0 if
 * there is none.
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
