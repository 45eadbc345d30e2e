// The facts of a bill, read from database rows. The rules compute the debt on any day from them.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import type { PromiseToPay, Relief, Waiver } from './relief.ts';

/**
 * A loan's terms, payments and reliefs so far. Money that paid for an extension is part of the
 * extension, not of a posting.
 */
export type BillFacts = Omit<AccrualFacts, 'waivers'> & {
  /** The listed service fee, which determines the price of extensions. */
  readonly serviceFeeBps: number;
  /** Reliefs granted by staff, in the order of their days. */
  readonly reliefs: readonly Relief[];
  readonly promises: readonly PromiseToPay[];
  readonly writtenOffOn: Day | null;
  /**
   * The amounts that the reliefs actually waive, given the payments so far. `settle` computes them.
   */
  readonly waivers: readonly Waiver[];
};

/** A bill without its payments: the terms, dates, granted reliefs and promises to pay. */
export type BillTerms = Omit<
  BillFacts,
  'postings' | 'extensions' | 'reversals' | 'waivers' | 'suspensions'
>;

/** The terms that a bill copies from its quote. */
export type LoanTerms = Omit<
  BillTerms,
  'arrivedOn' | 'firstLastFreeOn' | 'reliefs' | 'promises' | 'writtenOffOn'
>;

/**
 * Returns the unpaid bill of a loan that was paid out on the given day. A quote or a loan row
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
