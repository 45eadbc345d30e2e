// Allocates money: to the late charge first, then to interest accrued up to the day, then to
// principal (Civil Code 1253).
import type { Extension, Posting, Reversal } from '@sandali/contract/accrualFacts.ts';
import { extensionFeeFor } from '@sandali/contract/charges.ts';
import { compareDays, type Day } from '@sandali/contract/day.ts';
import {
  addCentavos,
  type Centavos,
  minCentavos,
  negateCentavos,
  subtractCentavos,
  sumCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { owed, remainderSoFar } from '@sandali/contract/owed.ts';
import type { BillFacts, BillTerms } from './bill.ts';
import { endOfDays, type Relief, suspensionsOf, waiverOf } from './relief.ts';

/** How a payment is allocated. `leftCentavos` is the amount that the bill does not need. */
type Allocation = Omit<Posting, 'paidOn'> & { readonly leftCentavos: Centavos };

/** Allocates an amount paid on the given day. The three parts and `leftCentavos` add up to it. */
export function allocate(facts: BillFacts, amount: Centavos, day: Day): Allocation {
  const due = owed(facts, day);
  let rest = amount;
  const take = (part: Centavos) => {
    const share = minCentavos(part, rest);
    rest = subtractCentavos(rest, share);
    return share;
  };
  const lateCentavos = take(due.lateCentavos);
  const interestCentavos = take(due.interestCentavos);
  const principalCentavos = take(due.principalCentavos);
  return { lateCentavos, interestCentavos, principalCentavos, leftCentavos: rest };
}

/** Returns the facts after an allocation is booked on the given day. */
export function withPosting(facts: BillFacts, allocation: Allocation, paidOn: Day): BillFacts {
  const { lateCentavos, interestCentavos, principalCentavos } = allocation;
  return {
    ...facts,
    postings: [...facts.postings, { paidOn, lateCentavos, interestCentavos, principalCentavos }],
  };
}

/**
 * The largest remainder that is waived (docs/decisions/0032): less than one peso, which is the
 * minimum of every channel.
 */
const mostRemainderCentavos = 99;

/** The due date and the last free day after an extension. */
export type NewTerm = { readonly dueOn: Day; readonly lastFreeOn: Day };

/**
 * Money for a bill, with its value date. A negative amount reverses money from the same source, on
 * the day on which the borrower was notified. `extends` is the term that a fee pays for; `leaves`
 * is the term that the fee's reversal restores.
 */
export type MoneyIn = {
  readonly paidOn: Day;
  readonly amountCentavos: Centavos;
  readonly sourceId?: string;
  readonly reversalId?: string;
  readonly extends?: NewTerm;
  readonly leaves?: NewTerm;
};

/**
 * The result of settling a bill. `unneeded` lists, for each event in order, the amount that the
 * bill does not need; it is negative for a reversal.
 */
type Settled = {
  readonly facts: BillFacts;
  readonly leftCentavos: Centavos;
  readonly unneeded: readonly Centavos[];
};

/**
 * Orders money by value date, so the order of reports does not matter. Within a day, the order is:
 * reversals of earlier payments; payments reversed on the same day, with their reversals; other
 * payments in the given order.
 */
export function inValueOrder<Event extends MoneyIn>(events: readonly Event[]): Event[] {
  const sourcesOf = (isBack: boolean) =>
    new Set(
      events
        .filter(({ amountCentavos }) => amountCentavos < 0 === isBack)
        .map(({ sourceId, paidOn }) => `${sourceId} ${paidOn}`),
    );
  const [paid, reversed] = [sourcesOf(false), sourcesOf(true)];
  const rankOf = ({ sourceId, paidOn }: MoneyIn) => {
    const key = `${sourceId} ${paidOn}`;
    return reversed.has(key) ? (paid.has(key) ? 1 : 0) : 2;
  };
  const bySource = (a: MoneyIn, b: MoneyIn) =>
    rankOf(a) === 1 ? (a.sourceId ?? '').localeCompare(b.sourceId ?? '', 'en') : 0;
  return events.toSorted(
    (a, b) => compareDays(a.paidOn, b.paidOn) || rankOf(a) - rankOf(b) || bySource(a, b),
  );
}

/**
 * Allocates all of a bill's money again, in the order of `inValueOrder`. Waivers apply at the start
 * of their day. A remainder of less than one peso is waived.
 */
export function settle(terms: BillTerms, events: readonly MoneyIn[]): Settled {
  const suspensions = suspensionsOf(terms, events);
  let facts: BillFacts = {
    ...terms,
    waivers: [],
    suspensions,
    postings: [],
    extensions: [],
    reversals: [],
  };
  const unneeded = new Map<MoneyIn, Centavos>();
  const moneyOfSource = new Map<string | undefined, SourceMoney>();
  const waiting = terms.reliefs.toSorted((a, b) => compareDays(a.on, b.on));
  const waiveUntil = (day: Day) => {
    while (waiting[0] && waiting[0].on <= day) facts = withRelief(facts, waiting.shift() as Relief);
  };
  for (const event of inValueOrder(events)) {
    waiveUntil(event.paidOn);
    const before = moneyOfSource.get(event.sourceId) ?? nothing;
    const applied =
      event.amountCentavos < 0
        ? withReversal(facts, event, before)
        : withMoney(facts, event, before);
    facts = applied.facts;
    unneeded.set(event, applied.leftCentavos);
    moneyOfSource.set(event.sourceId, applied.ofSource);
  }
  waiveUntil(endOfDays);
  const amounts = events.map((event) => unneeded.get(event) ?? zeroCentavos);
  return {
    facts,
    leftCentavos: sumCentavos(amounts.filter((amount) => amount > 0)),
    unneeded: amounts,
  };
}

type Parts = Omit<Posting, 'paidOn' | 'isWaived'>;
/** The amounts that a source paid on the bill, and the extension whose fee it paid. */
type SourceMoney = Parts & { readonly fee: Extension | null };
type Applied = {
  readonly facts: BillFacts;
  readonly leftCentavos: Centavos;
  readonly ofSource: SourceMoney;
};

const noParts: Parts = {
  lateCentavos: zeroCentavos,
  interestCentavos: zeroCentavos,
  principalCentavos: zeroCentavos,
};
const nothing: SourceMoney = { ...noParts, fee: null };
const sumOfParts = (parts: Parts) =>
  sumCentavos([parts.lateCentavos, parts.interestCentavos, parts.principalCentavos]);

const combined = (a: Parts, b: Parts, by: (x: Centavos, y: Centavos) => Centavos): Parts => ({
  lateCentavos: by(a.lateCentavos, b.lateCentavos),
  interestCentavos: by(a.interestCentavos, b.interestCentavos),
  principalCentavos: by(a.principalCentavos, b.principalCentavos),
});

function withMoney(facts: BillFacts, event: MoneyIn, before: SourceMoney): Applied {
  const extended = event.extends
    ? withExtension(facts, event, event.extends)
    : { facts, leftCentavos: event.amountCentavos, fee: before.fee };
  const { leftCentavos, ...parts } = allocate(extended.facts, extended.leftCentavos, event.paidOn);
  // A fee uses the whole amount. Part of the amount is left over only if an earlier payment was
  // reported later.
  const isShared = !event.extends || leftCentavos < extended.leftCentavos;
  const posted = isShared
    ? withPosting(extended.facts, { leftCentavos, ...parts }, event.paidOn)
    : extended.facts;
  const ofSource = { ...combined(before, parts, addCentavos), fee: extended.fee };
  return { facts: withoutRemainder(posted, event.paidOn), leftCentavos, ofSource };
}

/**
 * Returns the facts after a reversal. Principal is owed again first, then interest and late charge;
 * a waived remainder is owed again as well. A partial reversal of a fee ends the extension, and the
 * remaining money pays the bill (docs/decisions/0071).
 */
function withReversal(facts: BillFacts, event: MoneyIn, before: SourceMoney): Applied {
  if (before.fee) {
    const { fee } = before;
    // The fee is not owed again if the extended term is already over.
    if (!event.leaves) return { facts, leftCentavos: event.amountCentavos, ofSource: before };
    return withReversedFee(facts, { ...event, leaves: event.leaves }, { ...before, fee });
  }
  let rest = negateCentavos(event.amountCentavos);
  const take = (part: Centavos) => {
    const share = minCentavos(part, rest);
    rest = subtractCentavos(rest, share);
    return share;
  };
  const principalCentavos = take(before.principalCentavos);
  const interestCentavos = take(before.interestCentavos);
  const back = { lateCentavos: take(before.lateCentavos), interestCentavos, principalCentavos };
  const leftCentavos = negateCentavos(rest);
  if (sumOfParts(back) === 0) return { facts, leftCentavos, ofSource: before };
  const on = event.paidOn;
  const owing = withBack(withRemainderOwed(facts, on), { on, ...back });
  return {
    facts: withoutRemainder(owing, on),
    leftCentavos,
    ofSource: { ...combined(before, back, subtractCentavos), fee: null },
  };
}

type ReversedFee = MoneyIn & { readonly leaves: NewTerm };

/**
 * Cancels the fee and restores the earlier term. The late charge that was paid with the fee is owed
 * again.
 */
function withReversedFee(
  facts: BillFacts,
  { paidOn: on, amountCentavos, leaves }: ReversedFee,
  before: SourceMoney & { fee: Extension },
): Applied {
  const { fee } = before;
  const rest = sumCentavos([fee.feeCentavos, fee.lateCentavos, sumOfParts(before), amountCentavos]);
  const known = withRemainderOwed(facts, on);
  const extensions = known.extensions.map((extension) =>
    extension === fee ? { ...extension, feeCentavos: zeroCentavos } : extension,
  );
  // As with every extension, the late charge of the ended term remains owed. It is due immediately.
  const unpaidLate = owed(known, on).lateCentavos;
  const ended = {
    paidOn: on,
    feeCentavos: zeroCentavos,
    lateCentavos: unpaidLate,
    ...leaves,
    isTakenBack: true as const,
  };
  const { interestCentavos, principalCentavos } = before;
  const lateCentavos = sumCentavos([fee.lateCentavos, before.lateCentavos, unpaidLate]);
  const owing = withBack(
    { ...known, extensions: [...extensions, ended] },
    { on, lateCentavos, interestCentavos, principalCentavos },
  );
  if (rest <= 0)
    return { facts: withoutRemainder(owing, on), leftCentavos: rest, ofSource: nothing };
  const { leftCentavos, ...parts } = allocate(owing, rest, on);
  const posted = withPosting(owing, { leftCentavos, ...parts }, on);
  return { facts: withoutRemainder(posted, on), leftCentavos, ofSource: { ...parts, fee: null } };
}

const withBack = (facts: BillFacts, back: Reversal): BillFacts => ({
  ...facts,
  reversals: [...facts.reversals, back],
});

function withRemainderOwed(facts: BillFacts, on: Day): BillFacts {
  const { totalCentavos, ...parts } = remainderSoFar(facts, on);
  return totalCentavos > 0 ? withBack(facts, { on, ...parts, isWaived: true }) : facts;
}

/**
 * Waives a remainder of at most `mostRemainderCentavos`, but only once per loan. No channel accepts
 * such a small amount.
 */
export function withoutRemainder(facts: BillFacts, day: Day): BillFacts {
  const { lateCentavos, interestCentavos, principalCentavos, totalCentavos } = owed(facts, day);
  if (
    totalCentavos === 0 ||
    totalCentavos > mostRemainderCentavos ||
    remainderSoFar(facts, day).totalCentavos > 0
  )
    return facts;
  return {
    ...facts,
    postings: [
      ...facts.postings,
      { paidOn: day, lateCentavos, interestCentavos, principalCentavos, isWaived: true },
    ],
  };
}

/**
 * Returns the facts after a relief. The relief waives at most the charge that is owed on that day.
 */
function withRelief(facts: BillFacts, relief: Relief): BillFacts {
  const waiver = waiverOf(relief, owed(facts, relief.on));
  return waiver ? { ...facts, waivers: [...facts.waivers, waiver] } : facts;
}

/**
 * Returns the facts after money pays an extension's fee and late charge, and the amount left over.
 * Money is left over only if a late-reported earlier payment reduced the fee or repaid the bill.
 */
function withExtension(
  facts: BillFacts,
  { paidOn, amountCentavos }: MoneyIn,
  { dueOn, lastFreeOn }: NewTerm,
) {
  const due = owed(facts, paidOn);
  const feeCentavos = minCentavos(extensionFeeFor(due.principalCentavos, facts), amountCentavos);
  const lateCentavos = minCentavos(due.lateCentavos, subtractCentavos(amountCentavos, feeCentavos));
  const fee = { paidOn, feeCentavos, lateCentavos, dueOn, lastFreeOn };
  const leftCentavos = subtractCentavos(amountCentavos, sumCentavos([feeCentavos, lateCentavos]));
  return { facts: { ...facts, extensions: [...facts.extensions, fee] }, leftCentavos, fee };
}
