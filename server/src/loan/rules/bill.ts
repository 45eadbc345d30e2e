// The facts of a bill, read from database rows. The debt on any day is computed from them.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import type { PromiseToPay, Relief, Waiver } from './relief.ts';

/**
 * The terms of a loan, and its payments and reliefs so far. Money paid for an extension is part of
 * the extension, not of a posting.
 */
export type BillFacts = Omit<AccrualFacts, 'waivers'> & {
  /** The listed service fee, for extensions. */
  readonly serviceFeeBps: number;
  /** Reliefs granted by staff, in order of their days; promises to pay; the day of a write-off. */
  readonly reliefs: readonly Relief[];
  readonly promises: readonly PromiseToPay[];
  readonly writtenOffOn: Day | null;
  /** The effective amounts of the reliefs given the payments so far, computed by `settle`. */
  readonly waivers: readonly Waiver[];
};

/** A bill without its payments: terms, dates, granted reliefs and promises. */
export type BillTerms = Omit<
  BillFacts,
  'postings' | 'extensions' | 'reversals' | 'waivers' | 'suspensions'
>;

/** The figures that a bill copies from its quote. */
export type LoanTerms = Omit<
  BillTerms,
  'arrivedOn' | 'firstLastFreeOn' | 'reliefs' | 'promises' | 'writtenOffOn'
>;

/**
 * Returns the unpaid bill of a loan whose payout arrived on the given day. A quote or a loan row
 * provides the terms.
 */
export function openBill(terms: LoanTerms, arrivedOn: Day, holidays: Holidays): BillFacts {
  return {
    principalCentavos: terms.principalCentavos,
    arrivalCentavos: terms.arrivalCentavos,
    interestCouponCentavos: terms.interestCouponCentavos,
    termDays: terms.termDays,
    interestPerDayBps: terms.interestPerDayBps,
    lateChargePerMonthBps: terms.lateChargePerMonthBps,
    serviceFeeBps: terms.serviceFeeBps,
    arrivedOn,
    firstLastFreeOn: nextWorkingDayFrom(addDays(arrivedOn, terms.termDays), holidays),
    reliefs: [],
    promises: [],
    writtenOffOn: null,
    waivers: [],
    suspensions: [],
    postings: [],
    extensions: [],
    reversals: [],
  };
}
