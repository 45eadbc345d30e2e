// A bill's waivers and promises to pay, in the form in which the bill shows them.

import { dueInForce } from '@sandali/contract/accrualFacts.ts';
import type { BillRow, Granted } from '@sandali/contract/bill.ts';
import { type Day, laterDay } from '@sandali/contract/day.ts';
import {
  addCentavos,
  type Centavos,
  minCentavos,
  subtractCentavos,
  sumCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { dayOf, moneyOf } from '#/loan/facts.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import {
  extensionsAfter,
  firstUnpaidPart,
  type PromisedPart,
  type PromiseToPay,
  partsPaidBy,
} from '#/loan/rules/relief.ts';

/**
 * Returns whether a promise has been kept so far: no part was missed, and no extension replaced the
 * promise.
 */
export function isPromiseKept(row: BillRecord, promise: PromiseToPay, today: Day): boolean {
  const money = moneyOf(row);
  const missing = firstUnpaidPart(promise, money);
  const isExtended = extensionsAfter(promise, money).length > 0;
  const last = missing ?? promise.parts.at(-1);
  return !isExtended && last !== undefined && last.on >= today;
}

/**
 * Returns the open parts of a promise that has been kept so far, each with its number and unpaid
 * amount.
 */
function openParts(
  row: BillRecord,
  facts: BillFacts,
  today: Day,
): (PromisedPart & { number: number })[] {
  const promise = facts.promises.at(-1);
  if (!promise || row.settled_as || !isPromiseKept(row, promise, today)) return [];
  return partsPaidBy(promise, moneyOf(row), today)
    .map(({ on, amountCentavos, paidCentavos }, nth) => ({
      number: nth + 1,
      on,
      amountCentavos: subtractCentavos(amountCentavos, paidCentavos),
    }))
    .filter((part) => part.amountCentavos > 0);
}

/**
 * Returns the unpaid amount of the next part if the promise has been kept so far; otherwise null.
 */
export function promisedNext(row: BillRecord, facts: BillFacts, today: Day): BillRow['promised'] {
  const [next] = openParts(row, facts, today);
  return next
    ? {
        on: next.on,
        amountCentavos: minCentavos(next.amountCentavos, owed(facts, next.on).totalCentavos),
      }
    : null;
}

/**
 * Returns all open parts of a promise that has been kept so far. Early payments save interest, so
 * the last parts shrink to the remaining debt.
 */
export function promisedParts(
  row: BillRecord,
  facts: BillFacts,
  today: Day,
): (PromisedPart & { number: number })[] {
  const parts = openParts(row, facts, today);
  const [next] = parts;
  let rest = next
    ? owed(facts, laterDay(next.on, dueInForce(facts, today).dueOn)).totalCentavos
    : zeroCentavos;
  return parts.flatMap((part) => {
    const amountCentavos = minCentavos(part.amountCentavos, rest);
    rest = subtractCentavos(rest, amountCentavos);
    return amountCentavos > 0 ? [{ ...part, amountCentavos }] : [];
  });
}

/**
 * Returns the last promise's first part that was not fully paid by the end of its day, with the
 * missing amount. Null if no part was missed, or if an extension replaced the promise.
 */
export function missedPart(row: BillRecord, facts: BillFacts): BillRow['promised'] {
  const promise = facts.promises.at(-1);
  const money = moneyOf(row);
  if (!promise || extensionsAfter(promise, money).length > 0) return null;
  const missing = firstUnpaidPart(promise, money);
  const part =
    missing &&
    partsPaidBy(promise, money, missing.on).find(
      (candidate) => candidate.paidCentavos < candidate.amountCentavos,
    );
  return part
    ? { on: part.on, amountCentavos: subtractCentavos(part.amountCentavos, part.paidCentavos) }
    : null;
}

/** A promise to pay, with what was paid towards each part so far. */
export type PromiseView = {
  madeOn: Day;
  /** Whether the borrower made it in the app, as a plan. */
  isPlan: boolean;
  /** `replaced`: by an extension, before any part was missed. */
  state: 'kept' | 'broken' | 'replaced' | 'paid';
  parts: readonly (PromisedPart & { paidCentavos: Centavos })[];
};

/** Returns a bill's promises to pay, oldest first. */
export function promisesOf(row: BillRecord, facts: BillFacts, today: Day): PromiseView[] {
  const money = moneyOf(row);
  return facts.promises.map((promise) => ({
    madeOn: promise.madeOn,
    isPlan: row.promises.some(({ id, is_plan }) => id === promise.id && is_plan),
    state: stateOf(promise, money, today),
    parts: partsPaidBy(promise, money, today),
  }));
}

function stateOf(
  promise: PromiseToPay,
  money: ReturnType<typeof moneyOf>,
  today: Day,
): PromiseView['state'] {
  const missing = firstUnpaidPart(promise, money);
  const [extension] = extensionsAfter(promise, money);
  if (extension && (!missing || extension.paidOn <= missing.on)) return 'replaced';
  if (!missing) return 'paid';
  return missing.on < today ? 'broken' : 'kept';
}

/** Returns everything that the lender waived, agreed to or wrote off on a bill. */
export function grantedOf(row: BillRecord, facts: BillFacts, today: Day): Granted {
  const promise = facts.promises.at(-1);
  const unpaid = owed(facts, today).totalCentavos;
  return {
    waived: [
      ...facts.waivers.map(({ on, lateCentavos, interestCentavos }) => ({
        part: lateCentavos > 0 ? ('late' as const) : ('interest' as const),
        on,
        amountCentavos: addCentavos(lateCentavos, interestCentavos),
      })),
      ...facts.postings
        .filter((posting) => posting.isWaived)
        .map(({ paidOn, lateCentavos, interestCentavos, principalCentavos }) => ({
          part: 'remainder' as const,
          on: paidOn,
          amountCentavos: sumCentavos([lateCentavos, interestCentavos, principalCentavos]),
        })),
    ],
    promise:
      promise && !row.settled_as && extensionsAfter(promise, moneyOf(row)).length === 0
        ? {
            madeOn: promise.madeOn,
            isKept: isPromiseKept(row, promise, today),
            parts: [...partsPaidBy(promise, moneyOf(row), today)],
          }
        : null,
    writtenOff:
      row.settled_as === 'writtenOff' && row.written_off_on
        ? { on: dayOf(row.written_off_on), leftCentavos: unpaid }
        : null,
  };
}
