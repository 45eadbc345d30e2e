// The facts of a bill, as they can be read back from database rows at any time. Everything owed
// follows from them and a day.
import type { AccrualFacts } from '@sandali/contract/accrualFacts.ts';
import { addDays, type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import type { PromiseToPay, Relief, Waiver } from './relief.ts';

/**
 * The terms of a loan and what happened since its money arrived. Money paid for an extension is
 * part of the extension, not of a posting.
 */
export type BillFacts = Omit<AccrualFacts, 'waivers'> & {
  /** The service fee as listed, for extensions. */
  readonly serviceFeeBps: number;
  /**
   * What staff granted, in the order of days: charges taken back, promises to pay, and the day on
   * which the bill was written off.
   */
  readonly reliefs: readonly Relief[];
  readonly promises: readonly PromiseToPay[];
  readonly writtenOffOn: Day | null;
  /** What of the grants takes effect with the money that came; `settle` finds it. */
  readonly waivers: readonly Waiver[];
};

/** What a bill is before its money: its terms and dates, and what staff granted. */
export type BillTerms = Omit<
  BillFacts,
  'postings' | 'extensions' | 'reversals' | 'waivers' | 'suspensions'
>;

/** The figures of a quote that live on in the bill. */
export type LoanTerms = Omit<
  BillTerms,
  'arrivedOn' | 'firstLastFreeOn' | 'reliefs' | 'promises' | 'writtenOffOn'
>;

/**
 * The bill of a loan whose money arrived on a day, with nothing paid yet. A quote or a loan row
 * serves as terms.
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
