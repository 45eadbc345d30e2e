// When a promise to pay is possible, and what it must be (docs/decisions/0023).
import { addDays, type Day } from '@sandali/contract/day.ts';
import { mostExtensions } from '@sandali/contract/extension.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import { dueNext } from '@sandali/contract/owed.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { factsOf } from '#/loan/facts.ts';
import { isPromiseKept } from '#/loan/relief/granted.ts';
import { extensionOpensOn } from '#/loan/rules/extension.ts';

/** A promise has at most this many parts. */
export const mostParts = 4;
/** A bill has at most this many promises. */
const mostPromises = 4;

export type PromiseTerms = {
  /** Why no promise is possible today; null if it is. */
  whyNot: string | null;
  /** The sum of the parts: what is owed on `owedOn`. */
  totalCentavos: Centavos;
  owedOn: Day;
  /** The days on which parts can be due, both included. */
  firstDay: Day;
  lastDay: Day;
  mostParts: number;
};

/** Returns a promise's terms. `planDays`: the last part is due at most this many days ahead. */
export function promiseTermsOn(row: BillRecord, today: Day, planDays: number): PromiseTerms {
  const due = dueNext(factsOf(row), today);
  return {
    whyNot: whyNotPromise(row, today),
    totalCentavos: due.owedCentavos,
    owedOn: due.on,
    firstDay: addDays(today, 1),
    lastDay: addDays(today, planDays),
    mostParts,
  };
}

/** Returns why the bill can have no new promise today; null if it can. */
function whyNotPromise(row: BillRecord, today: Day): string | null {
  const facts = factsOf(row);
  const opensOn = extensionOpensOn(facts, today);
  if (today < opensOn && facts.extensions.length < mostExtensions)
    return `A promise for this bill is possible from ${opensOn}, three days before its due date, or after its third extension.`;
  const last = facts.promises.at(-1);
  if (last && isPromiseKept(row, last, today))
    return 'This bill already has a promise, and it is kept so far.';
  if (last && last.madeOn === today)
    return 'A promise was already made today. Make another one tomorrow.';
  if (facts.promises.length >= mostPromises)
    return `A bill can have at most ${mostPromises} promises.`;
  return null;
}
