// The facts of a bill, read from database rows. Everything owed follows from them and a day.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import type { PromiseToPay, Relief, Waiver } from './relief.ts';

/**
 * The terms of a loan and its money and relief so far. Money paid for an extension is part of the
 * extension, not of a posting.
 */
export type BillFacts = Omit<AccrualFacts, 'waivers'> & {
  /** The listed service fee, for extensions. */
  readonly serviceFeeBps: number;
  /** Relief granted by staff in the order of days, promises to pay, and the day of a write-off. */
  readonly reliefs: readonly Relief[];
  readonly promises: readonly PromiseToPay[];
  readonly writtenOffOn: Day | null;
  /** The effective part of the reliefs given the money so far, computed by `settle`. */
  readonly waivers: readonly Waiver[];
};

/** A bill without its money: terms, dates, granted reliefs and promises. */
export type BillTerms = Omit<
  BillFacts,
  'postings' | 'extensions' | 'reversals' | 'waivers' | 'suspensions'
>;

/** The figures that a bill takes over from its quote. */
export type LoanTerms = Omit<
  BillTerms,
  'arrivedOn' | 'firstLastFreeOn' | 'reliefs' | 'promises' | 'writtenOffOn'
>;

/**
 * The bill of a loan whose money arrived on a day, with nothing paid yet. A quote or a loan row
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
