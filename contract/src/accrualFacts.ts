// The facts of a bill that all it owes follows from, with a day: its terms, and what happened since
// its money arrived (docs/decisions/0001).
import * as v from 'valibot';
import { addDays, compareDays, type Day, zDay } from './day.ts';
import { addCentavos, sumCentavos, zCentavos } from './money.ts';

/** How money was allocated. */
const allocation = {
  lateCentavos: zCentavos,
  interestCentavos: zCentavos,
  principalCentavos: zCentavos,
  /** No money: the remainder of at most 99 centavos that is waived once a loan. */
  isWaived: v.optional(v.literal(true)),
};

/** Money paid on a day: its value date, the Manila day on which it was paid, never after today. */
const zPosting = v.object({ paidOn: zDay, ...allocation });
export type Posting = Readonly<v.InferOutput<typeof zPosting>>;

/**
 * A paid extension: its fee F, the late charge paid with it, and the due date it brought with its
 * last free day.
 */
const zExtension = v.object({
  paidOn: zDay,
  feeCentavos: zCentavos,
  lateCentavos: zCentavos,
  dueOn: zDay,
  lastFreeOn: zDay,
  /** The gateway took the fee back: this ends the extension and restores the earlier term. */
  isTakenBack: v.optional(v.literal(true)),
});
export type Extension = Readonly<v.InferOutput<typeof zExtension>>;

/**
 * Money that its gateway took back. What it had paid is owed again from the end of this day, on
 * which the borrower is told. With `isWaived`, a waived remainder that is owed again.
 */
const zReversal = v.object({ on: zDay, ...allocation });
export type Reversal = Readonly<v.InferOutput<typeof zReversal>>;

/** What was taken back of its charges on a day. */
const zWaiver = v.object({ on: zDay, lateCentavos: zCentavos, interestCentavos: zCentavos });

/**
 * Days that bring no late charge, both included: of a promise to pay, as far as it is kept if
 * nothing more comes.
 */
const zSuspension = v.object({ fromOn: zDay, toOn: zDay });
export type Suspension = Readonly<v.InferOutput<typeof zSuspension>>;

export const zAccrualFacts = v.object({
  /** P and N. */
  principalCentavos: zCentavos,
  arrivalCentavos: zCentavos,
  /** ci: what a coupon takes off the interest. */
  interestCouponCentavos: zCentavos,
  termDays: v.number(),
  interestPerDayBps: v.number(),
  lateChargePerMonthBps: v.number(),
  arrivedOn: zDay,
  /** Last free day of the first term; every extension brings its own. */
  firstLastFreeOn: zDay,
  waivers: v.pipe(v.array(zWaiver), v.readonly()),
  suspensions: v.pipe(v.array(zSuspension), v.readonly()),
  postings: v.pipe(v.array(zPosting), v.readonly()),
  extensions: v.pipe(v.array(zExtension), v.readonly()),
  reversals: v.pipe(v.array(zReversal), v.readonly()),
});
/** Money paid for an extension is part of the extension, not of a posting. */
export type AccrualFacts = Readonly<v.InferOutput<typeof zAccrualFacts>>;

/**
 * The facts known at the end of a day: what was paid later is left out, and the rest is in the
 * order of days.
 */
export function factsAsOf<Facts extends AccrualFacts>(facts: Facts, day: Day): Facts {
  const until = <T extends { readonly paidOn: Day }>(events: readonly T[]) =>
    events.filter((event) => event.paidOn <= day).sort((a, b) => compareDays(a.paidOn, b.paidOn));
  const waivers = facts.waivers.filter((one) => one.on <= day);
  const reversals = facts.reversals.filter((one) => one.on <= day);
  return {
    ...facts,
    waivers,
    reversals,
    postings: until(facts.postings),
    extensions: until(facts.extensions),
  };
}

/** A + d: until this day interest accrues, whatever is extended. */
export function firstDueOn(facts: AccrualFacts): Day {
  return addDays(facts.arrivedOn, facts.termDays);
}

/** The due date in force on a day, and the last day on which nothing is late. */
export function dueInForce(
  facts: AccrualFacts,
  day: Day,
): { readonly dueOn: Day; readonly lastFreeOn: Day } {
  const last = factsAsOf(facts, day).extensions.at(-1);
  return last
    ? { dueOn: last.dueOn, lastFreeOn: last.lastFreeOn }
    : { dueOn: firstDueOn(facts), lastFreeOn: facts.firstLastFreeOn };
}

/** What was taken back by the end of a day. */
export function waivedSoFar(facts: Pick<AccrualFacts, 'waivers'>, day: Day) {
  const until = facts.waivers.filter((one) => one.on <= day);
  const lateCentavos = sumCentavos(until.map((one) => one.lateCentavos));
  const interestCentavos = sumCentavos(until.map((one) => one.interestCentavos));
  return {
    lateCentavos,
    interestCentavos,
    totalCentavos: addCentavos(lateCentavos, interestCentavos),
  };
}
