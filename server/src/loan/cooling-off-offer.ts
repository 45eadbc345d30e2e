// The offer to return a bill's loan within cooling-off.
import type { zCoolingOff } from '@sandali/contract/coolingOff.ts';
import type { Day } from '@sandali/contract/day.ts';
import type * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import type { BillRecord } from './bill.store.ts';
import { factsOf, moneyOf } from './facts.ts';
import { offerCoolingOff, returnedBy, waitsUntil } from './rules/cooling-off.ts';

export type CoolingOff = v.InferOutput<typeof zCoolingOff>;

/** Returns the offer on a day, or null; see BillView. */
export function coolingOffOf(
  row: BillRecord,
  today: Day,
  { holidays, rulesOn }: Pick<AppContext, 'holidays' | 'rulesOn'>,
  returned: readonly Day[],
): CoolingOff | null {
  const facts = factsOf(row);
  const offer = mayBeReturned(row) ? offerCoolingOff(facts, today, holidays) : null;
  if (!offer) return null;
  // If earlier payments already cover the return, its value date is that of the last of these
  // payments.
  const completed = returnedBy(moneyOf(row), facts.arrivalCentavos, offer.endsOn);
  const on = completed?.applied.at(-1)?.paidOn ?? today;
  return {
    isAsked: row.return_asked_at !== null,
    ...offer,
    nextLoanOn: waitsUntil([...returned, on], today, rulesOn(today)),
  };
}

/**
 * Returns whether a loan is open or repaid. Paying a loan off early preserves the right to return
 * it.
 */
export function mayBeReturned(row: Pick<BillRecord, 'settled_as'>): boolean {
  return row.settled_as === null || row.settled_as === 'repaid';
}
