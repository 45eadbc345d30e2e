// The facts that determine what a bill owes on any day: its terms, and the events since its money
// arrived (docs/decisions/0001).
import * as v from 'valibot';
import { addDays, compareDays, type Day, zDay } from './day.ts';
import { addCentavos, sumCentavos, zCentavos } from './money.ts';

const allocation = {
  lateCentavos: zCentavos,
  interestCentavos: zCentavos,
  principalCentavos: zCentavos,
  /** Set for a waived remainder, which is not a payment: at most 99 centavos, once per loan. */
  isWaived: v.optional(v.literal(true)),
};

/** A payment with its value date: the Manila day of payment, never after today. */
const zPosting = v.object({ paidOn: zDay, ...allocation });
export type Posting = Readonly<v.InferOutput<typeof zPosting>>;

/** A paid extension: its fee F, the late charge paid with it, its due date and last free day. */
const zExtension = v.object({
  paidOn: zDay,
  feeCentavos: zCentavos,
  lateCentavos: zCentavos,
  dueOn: zDay,
  lastFreeOn: zDay,
  /**
   * Set if the gateway reversed the fee, which ends the extension and restores the earlier term.
   */
  isTakenBack: v.optional(v.literal(true)),
});
export type Extension = Readonly<v.InferOutput<typeof zExtension>>;

/**
 * A payment that its gateway reversed. The borrower owes it again from the end of this day, and is
 * notified on this day. `isWaived` marks a waived remainder that is owed again.
 */
const zReversal = v.object({ on: zDay, ...allocation });
export type Reversal = Readonly<v.InferOutput<typeof zReversal>>;

/** Charges waived on a day. */
const zWaiver = v.object({ on: zDay, lateCentavos: zCentavos, interestCentavos: zCentavos });

/** A period without late charges, both ends included, during which a promise to pay was kept. */
const zSuspension = v.object({ fromOn: zDay, toOn: zDay });
export type Suspension = Readonly<v.InferOutput<typeof zSuspension>>;

export const zAccrualFacts = v.object({
  /** P and N: principal and arrival amount. */
  principalCentavos: zCentavos,
  arrivalCentavos: zCentavos,
  /** ci: the coupon's discount on the interest. */
  interestCouponCentavos: zCentavos,
  termDays: v.number(),
  interestPerDayBps: v.number(),
  lateChargePerMonthBps: v.number(),
  arrivedOn: zDay,
  /** Last free day of the first term; each extension has its own last free day. */
  firstLastFreeOn: zDay,
  waivers: v.pipe(v.array(zWaiver), v.readonly()),
  suspensions: v.pipe(v.array(zSuspension), v.readonly()),
  postings: v.pipe(v.array(zPosting), v.readonly()),
  extensions: v.pipe(v.array(zExtension), v.readonly()),
  reversals: v.pipe(v.array(zReversal), v.readonly()),
});
/** The facts of a bill. A paid extension fee belongs to the extension and is not a posting. */
export type AccrualFacts = Readonly<v.InferOutput<typeof zAccrualFacts>>;

/** Returns the facts known at the end of a day, sorted by day. */
export function factsAsOf<Facts extends AccrualFacts>(facts: Facts, day: Day): Facts {
  const until = <T extends { readonly paidOn: Day }>(events: readonly T[]) =>
    events.filter((event) => event.paidOn <= day).sort((a, b) => compareDays(a.paidOn, b.paidOn));
  const waivers = facts.waivers.filter((waiver) => waiver.on <= day);
  const reversals = facts.reversals.filter((reversal) => reversal.on <= day);
  return {
    ...facts,
    waivers,
    reversals,
    postings: until(facts.postings),
    extensions: until(facts.extensions),
  };
}

/** Returns the first due date A + d, on which interest ends even if the bill is extended. */
export function firstDueOn(facts: AccrualFacts): Day {
  return addDays(facts.arrivedOn, facts.termDays);
}

/** Returns the due date that applies on a day, and its last free day. */
export function dueInForce(
  facts: AccrualFacts,
  day: Day,
): { readonly dueOn: Day; readonly lastFreeOn: Day } {
  const last = factsAsOf(facts, day).extensions.at(-1);
  return last
    ? { dueOn: last.dueOn, lastFreeOn: last.lastFreeOn }
    : { dueOn: firstDueOn(facts), lastFreeOn: facts.firstLastFreeOn };
}

/** Returns the charges waived by the end of a day. */
export function waivedSoFar(facts: Pick<AccrualFacts, 'waivers'>, day: Day) {
  const past = facts.waivers.filter((waiver) => waiver.on <= day);
  const lateCentavos = sumCentavos(past.map((waiver) => waiver.lateCentavos));
  const interestCentavos = sumCentavos(past.map((waiver) => waiver.interestCentavos));
  return {
    lateCentavos,
    interestCentavos,
    totalCentavos: addCentavos(lateCentavos, interestCentavos),
  };
}
