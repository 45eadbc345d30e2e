// The facts of a bill, as they can be read back from database rows at any time. Everything owed follows from them and a day.
import { addDays, compareDays, type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import type { Centavos } from '@sandali/contract/money.ts';
import type { PromiseToPay, Relief, Suspension, Waiver } from './relief.ts';

/** How money paid on a day was allocated. The day is the value date: the Manila day on which it was paid, never after today. */
export type Posting = {
  readonly paidOn: Day;
  readonly lateCentavos: Centavos;
  readonly interestCentavos: Centavos;
  readonly principalCentavos: Centavos;
  /** No money: the remainder of at most 99 centavos that is waived once a loan. */
  readonly isWaived?: true;
};

/** A paid extension: its fee F, the late charge paid with it, and the due date it brought with its last free day. */
export type Extension = {
  readonly paidOn: Day;
  readonly feeCentavos: Centavos;
  readonly lateCentavos: Centavos;
  readonly dueOn: Day;
  readonly lastFreeOn: Day;
};

/** The terms of a loan and what happened since its money arrived. Money paid for an extension is part of the extension, not of a posting. */
export type BillFacts = {
  /** P and N. */
  readonly principalCentavos: Centavos;
  readonly arrivalCentavos: Centavos;
  /** ci: what a coupon takes off the interest. */
  readonly interestCouponCentavos: Centavos;
  readonly termDays: number;
  readonly interestPerDayBps: number;
  readonly lateChargePerMonthBps: number;
  /** The service fee as listed, for extensions. */
  readonly serviceFeeBps: number;
  readonly arrivedOn: Day;
  /** Last free day of the first term; every extension brings its own. */
  readonly firstLastFreeOn: Day;
  /** What staff granted, in the order of days: charges taken back, promises to pay, and the day on which the bill was written off. */
  readonly reliefs: readonly Relief[];
  readonly promises: readonly PromiseToPay[];
  readonly writtenOffOn: Day | null;
  /** What of the grants takes effect with the money that came; `settle` finds both. */
  readonly waivers: readonly Waiver[];
  readonly suspensions: readonly Suspension[];
  readonly postings: readonly Posting[];
  readonly extensions: readonly Extension[];
};

/** What a bill is before its money: its terms and dates, and what staff granted. */
export type BillTerms = Omit<BillFacts, 'postings' | 'extensions' | 'waivers' | 'suspensions'>;

/** The figures of a quote that live on in the bill. */
export type LoanTerms = Omit<BillTerms, 'arrivedOn' | 'firstLastFreeOn' | 'reliefs' | 'promises' | 'writtenOffOn'>;

/** The bill of a loan whose money arrived on a day, with nothing paid yet. A quote or a loan row serves as terms. */
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
  };
}

/** The facts known at the end of a day: what was paid later is left out, and the rest is in the order of days. */
export function factsAsOf(facts: BillFacts, day: Day): BillFacts {
  const until = <T extends { readonly paidOn: Day }>(events: readonly T[]) =>
    events.filter((event) => event.paidOn <= day).toSorted((a, b) => compareDays(a.paidOn, b.paidOn));
  const waivers = facts.waivers.filter((one) => one.on <= day);
  return { ...facts, waivers, postings: until(facts.postings), extensions: until(facts.extensions) };
}

/** A + d: until this day interest accrues, whatever is extended. */
export function firstDueOn(facts: BillFacts): Day {
  return addDays(facts.arrivedOn, facts.termDays);
}

/** The due date in force on a day, and the last day on which nothing is late. */
export function dueInForce(facts: BillFacts, day: Day): { readonly dueOn: Day; readonly lastFreeOn: Day } {
  const last = factsAsOf(facts, day).extensions.at(-1);
  return last ? { dueOn: last.dueOn, lastFreeOn: last.lastFreeOn } : { dueOn: firstDueOn(facts), lastFreeOn: facts.firstLastFreeOn };
}
