// How money is shared out: late charge first, then interest accrued to the day, then principal (Civil Code 1253).
import { compareDays, type Day } from '@sandali/contract/day.ts';
import { type Centavos, minCentavos, subtractCentavos, sumCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { type BillFacts, dueInForce, type Extension, type Posting } from './bill.ts';
import { owed } from './owed.ts';

/** The parts of a payment; `leftCentavos` is what the bill does not need. */
export type Allocation = Omit<Posting, 'paidOn'> & { readonly leftCentavos: Centavos };

/** Shares out an amount paid on a day. The three parts and what is left make the amount. */
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

/** Money that came for a bill, by its value date. */
export type MoneyIn = { readonly paidOn: Day; readonly amountCentavos: Centavos };

/**
 * Shares out all money of a bill anew, in the order of value dates and, within a day, in the order given: what a payment valued in the past
 * asks for. Extensions stay as they were paid. Returns the facts with the right postings and what the bill does not need.
 */
export function settle(
  terms: Omit<BillFacts, 'postings' | 'extensions'>,
  events: readonly (MoneyIn | Extension)[],
): { readonly facts: BillFacts; readonly leftCentavos: Centavos } {
  let facts: BillFacts = { ...terms, postings: [], extensions: [] };
  let left = zeroCentavos;
  for (const event of events.toSorted((a, b) => compareDays(a.paidOn, b.paidOn))) {
    if ('feeCentavos' in event) {
      facts = { ...facts, extensions: [...facts.extensions, event] };
    } else {
      const shared = allocate(facts, event.amountCentavos, event.paidOn);
      facts = withPosting(facts, shared, event.paidOn);
      left = sumCentavos([left, shared.leftCentavos]);
    }
  }
  return { facts, leftCentavos: left };
}

/** An open bill among others. */
export type OpenBill<Id> = { readonly id: Id; readonly facts: BillFacts };

/**
 * Shares money without a bill of its own (a permanent code, or what another bill left) over open bills: the earliest due date first, due or
 * not, then the next; bills due on the same day in the order given. What nobody needs is refundable.
 */
export function allocateAcross<Id>(
  bills: readonly OpenBill<Id>[],
  amount: Centavos,
  day: Day,
): { readonly shares: readonly { readonly id: Id; readonly allocation: Allocation }[]; readonly refundableCentavos: Centavos } {
  const shares: { id: Id; allocation: Allocation }[] = [];
  let left = amount;
  for (const { id, facts } of bills.toSorted((a, b) => compareDays(dueInForce(a.facts, day).dueOn, dueInForce(b.facts, day).dueOn))) {
    const allocation = allocate(facts, left, day);
    if (allocation.leftCentavos < left) shares.push({ id, allocation });
    left = allocation.leftCentavos;
  }
  return { shares, refundableCentavos: left };
}
