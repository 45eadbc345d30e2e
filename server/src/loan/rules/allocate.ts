// How money is allocated: late charge first, then interest accrued to the day, then principal (Civil Code 1253).
import type { Posting } from '@sandali/contract/accrualFacts.ts';
import { extensionFeeFor } from '@sandali/contract/charges.ts';
import { compareDays, type Day } from '@sandali/contract/day.ts';
import { type Centavos, minCentavos, subtractCentavos, sumCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { owed } from '@sandali/contract/owed.ts';
import type { BillFacts, BillTerms } from './bill.ts';
import { endOfDays, type Relief, suspensionsOf, waiverOf } from './relief.ts';

/** The parts of a payment; `leftCentavos` is what the bill does not need. */
type Allocation = Omit<Posting, 'paidOn'> & { readonly leftCentavos: Centavos };

/** Allocates an amount paid on a day. The three parts and what is left make the amount. */
export function allocate(facts: BillFacts, amount: Centavos, day: Day): Allocation {
  const due = owed(facts, day);
  let left = amount;
  const take = (part: Centavos) => {
    const taken = minCentavos(part, left);
    left = subtractCentavos(left, taken);
    return taken;
  };
  const lateCentavos = take(due.lateCentavos);
  const interestCentavos = take(due.interestCentavos);
  const principalCentavos = take(due.principalCentavos);
  return { lateCentavos, interestCentavos, principalCentavos, leftCentavos: left };
}

/** The facts after an allocation was booked for a day. */
export function withPosting(facts: BillFacts, allocation: Allocation, paidOn: Day): BillFacts {
  const { lateCentavos, interestCentavos, principalCentavos } = allocation;
  return { ...facts, postings: [...facts.postings, { paidOn, lateCentavos, interestCentavos, principalCentavos }] };
}

/** The largest remainder that is waived (docs/decisions/0032): less than a peso, the minimum of every channel. */
const mostRemainderCentavos = 99;

/** What an extension brings: the due date and its last free day. */
export type NewTerm = { readonly dueOn: Day; readonly lastFreeOn: Day };

/** Money that came for a bill, by its value date. What the fee of an extension was paid with names what it brings. */
export type MoneyIn = { readonly paidOn: Day; readonly amountCentavos: Centavos; readonly extends?: NewTerm };

/**
 * Allocates all money of a bill anew, in the order of value dates and, within a day, in the order given: what a payment valued in the past
 * asks for. What staff took back counts at the beginning of its day. A remainder of less than a peso that money leaves is waived. Returns the facts with the
 * right postings, extensions, waivers and suspended days, and what the bill does not need.
 */
export function settle(terms: BillTerms, events: readonly MoneyIn[]): { readonly facts: BillFacts; readonly leftCentavos: Centavos } {
  let facts: BillFacts = { ...terms, waivers: [], suspensions: suspensionsOf(terms, events), postings: [], extensions: [] };
  let left = zeroCentavos;
  const waiting = terms.reliefs.toSorted((a, b) => compareDays(a.on, b.on));
  const waiveUntil = (day: Day) => {
    while (waiting[0] && waiting[0].on <= day) facts = withRelief(facts, waiting.shift() as Relief);
  };
  for (const event of events.toSorted((a, b) => compareDays(a.paidOn, b.paidOn))) {
    waiveUntil(event.paidOn);
    const extended = event.extends ? withExtension(facts, event, event.extends) : { facts, leftCentavos: event.amountCentavos };
    const shared = allocate(extended.facts, extended.leftCentavos, event.paidOn);
    // The fee of an extension is its whole amount: only money that was reported later leaves a rest of it to allocate.
    const isShared = !event.extends || shared.leftCentavos < extended.leftCentavos;
    facts = withoutRemainder(isShared ? withPosting(extended.facts, shared, event.paidOn) : extended.facts, event.paidOn);
    left = sumCentavos([left, shared.leftCentavos]);
  }
  waiveUntil(endOfDays);
  return { facts, leftCentavos: left };
}

/**
 * The facts without a remainder of at most `mostRemainderCentavos` that money of a day left: no channel takes so little, so that it is waived, once a loan.
 */
export function withoutRemainder(facts: BillFacts, day: Day): BillFacts {
  const { lateCentavos, interestCentavos, principalCentavos, totalCentavos } = owed(facts, day);
  if (totalCentavos === 0 || totalCentavos > mostRemainderCentavos || facts.postings.some((one) => one.isWaived)) return facts;
  return { ...facts, postings: [...facts.postings, { paidOn: day, lateCentavos, interestCentavos, principalCentavos, isWaived: true }] };
}

/** The facts after a relief: what is owed of its charge on its day, at most what was granted. */
function withRelief(facts: BillFacts, relief: Relief): BillFacts {
  const waiver = waiverOf(relief, owed(facts, relief.on));
  return waiver ? { ...facts, waivers: [...facts.waivers, waiver] } : facts;
}

/**
 * The facts after the fee of an extension and the late charge up to its day were taken from money, and what is left of that: nothing, unless money
 * that counts earlier was reported after it, so that the fee is on less principal. Of a bill that was paid by then all of it is left.
 */
function withExtension(facts: BillFacts, { paidOn, amountCentavos }: MoneyIn, { dueOn, lastFreeOn }: NewTerm) {
  const due = owed(facts, paidOn);
  const feeCentavos = minCentavos(extensionFeeFor(due.principalCentavos, facts), amountCentavos);
  const lateCentavos = minCentavos(due.lateCentavos, subtractCentavos(amountCentavos, feeCentavos));
  const extensions = [...facts.extensions, { paidOn, feeCentavos, lateCentavos, dueOn, lastFreeOn }];
  return { facts: { ...facts, extensions }, leftCentavos: subtractCentavos(amountCentavos, sumCentavos([feeCentavos, lateCentavos])) };
}
