// What the lender took off a bill or agreed with its borrower, as the bill shows it.

import type { BillRow, Granted } from '@sandali/contract/bill.ts';
import type { Day } from '@sandali/contract/day.ts';
import { addCentavos, minCentavos, subtractCentavos, sumCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { dayOf, moneyOf } from '#/loan/facts.ts';
import type { BillFacts } from '#/loan/rules/bill.ts';
import { extensionsAfter, firstUnpaidPart, type PromiseToPay, partsPaidBy } from '#/loan/rules/relief.ts';

/** Whether the last promise of a bill is kept so far: no part is missing, and no extension took its place. */
export function isPromiseKept(row: BillRecord, promise: PromiseToPay, today: Day): boolean {
  const money = moneyOf(row);
  const missing = firstUnpaidPart(promise, money);
  const isExtended = extensionsAfter(promise, money).length > 0;
  const last = missing ?? promise.parts.at(-1);
  return !isExtended && last !== undefined && last.on >= today;
}

/** What is still to come of the next part of a promise that is kept; null where there is none. */
export function promisedNext(row: BillRecord, facts: BillFacts, today: Day): BillRow['promised'] {
  const promise = facts.promises.at(-1);
  if (!promise || row.settled_as || !isPromiseKept(row, promise, today)) return null;
  const next = partsPaidBy(promise, moneyOf(row), today).find((part) => part.paidCentavos < part.amountCentavos);
  if (!next) return null;
  const left = subtractCentavos(next.amountCentavos, next.paidCentavos);
  return { on: next.on, amountCentavos: minCentavos(left, owed(facts, next.on).totalCentavos) };
}

/** The first part of the last promise that had not come whole by the end of its day, with what was missing then; null where there is none, or an extension took its place. */
export function missedPart(row: BillRecord, facts: BillFacts): BillRow['promised'] {
  const promise = facts.promises.at(-1);
  const money = moneyOf(row);
  if (!promise || extensionsAfter(promise, money).length > 0) return null;
  const missing = firstUnpaidPart(promise, money);
  const part = missing && partsPaidBy(promise, money, missing.on).find((one) => one.paidCentavos < one.amountCentavos);
  return part ? { on: part.on, amountCentavos: subtractCentavos(part.amountCentavos, part.paidCentavos) } : null;
}

/** All of it. */
export function grantedOf(row: BillRecord, facts: BillFacts, today: Day): Granted {
  const promise = facts.promises.at(-1);
  const left = owed(facts, today).totalCentavos;
  return {
    waived: [
      ...facts.waivers.map(({ on, lateCentavos, interestCentavos }) => ({
        part: lateCentavos > 0 ? ('late' as const) : ('interest' as const),
        on,
        amountCentavos: addCentavos(lateCentavos, interestCentavos),
      })),
      ...facts.postings
        .filter((one) => one.isWaived)
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
    writtenOff: row.settled_as === 'writtenOff' && row.written_off_on ? { on: dayOf(row.written_off_on), leftCentavos: left } : null,
  };
}
