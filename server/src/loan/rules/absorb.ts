// How much of a new payment a bill can take, counted on its own value date among the earlier
// payments (docs/decisions/0005: a payment reported late counts on the day it was paid). Pure.
import {
  addCentavos,
  type Centavos,
  minCentavos,
  negateCentavos,
  subtractCentavos,
  zeroCentavos,
} from '@sandali/contract/money.ts';
import { inValueOrder, type MoneyIn, settle } from './allocate.ts';
import type { BillFacts, BillTerms } from './bill.ts';

/** Money of one source on a bill. */
export type SourcedMoney = MoneyIn & { readonly sourceId: string };

export type Absorbed = {
  /** All money of the bill afterwards; a source that keeps nothing is gone. */
  readonly money: readonly SourcedMoney[];
  readonly facts: BillFacts;
  /** What the bill does not need of the old and the new money, each part of its source and day. */
  readonly freed: readonly SourcedMoney[];
};

/**
 * Adds money to a bill. What the bill does not need is taken off again: a payment that counts
 * earlier can make a part of a later one unneeded, and then it is that part which becomes free.
 */
export function absorb(
  terms: BillTerms,
  before: readonly SourcedMoney[],
  added: readonly SourcedMoney[],
): Absorbed {
  const all = inOrder([...before, ...added]);
  let money = all;
  let found = settle(terms, money);
  // Each round takes off what is left over; that changes nothing that was accrued before, so it
  // ends at once.
  for (
    let round = 0;
    found.unneeded.some((amount) => amount !== 0) && round <= money.length + 1;
    round++
  ) {
    const { unneeded } = found;
    money = money
      .map((one, nth) => ({
        ...one,
        amountCentavos: subtractCentavos(one.amountCentavos, unneeded[nth] ?? zeroCentavos),
      }))
      .filter((one) => one.amountCentavos !== 0);
    found = settle(terms, money);
  }
  return { money, facts: found.facts, freed: lessMoney(all, money) };
}

/**
 * The parts of `all` that `kept` lacks, less reversals of the same source. Free money extends
 * nothing.
 */
export function lessMoney(
  all: readonly SourcedMoney[],
  kept: readonly SourcedMoney[],
): SourcedMoney[] {
  const free = all.map((one) => {
    const keeps = kept.find((other) => isSame(one, other))?.amountCentavos ?? zeroCentavos;
    const { sourceId, paidOn, reversalId } = one;
    const amountCentavos = subtractCentavos(one.amountCentavos, keeps);
    return { sourceId, paidOn, amountCentavos, ...(reversalId !== undefined && { reversalId }) };
  });
  return netOf(free);
}

/** Money less its reversals, each taken off the latest money of its source. */
export function netOf<Money extends SourcedMoney>(money: readonly Money[]): Money[] {
  const back = new Map<string, Centavos>();
  for (const { sourceId, amountCentavos } of money) {
    if (amountCentavos < 0)
      back.set(
        sourceId,
        addCentavos(back.get(sourceId) ?? zeroCentavos, negateCentavos(amountCentavos)),
      );
  }
  return money
    .toReversed()
    .filter((one) => one.amountCentavos > 0)
    .map((one) => {
      const off = minCentavos(back.get(one.sourceId) ?? zeroCentavos, one.amountCentavos);
      back.set(one.sourceId, subtractCentavos(back.get(one.sourceId) ?? zeroCentavos, off));
      return { ...one, amountCentavos: subtractCentavos(one.amountCentavos, off) };
    })
    .toReversed()
    .filter((one) => one.amountCentavos > 0);
}

const isSame = (a: SourcedMoney, b: SourcedMoney) =>
  a.sourceId === b.sourceId && a.paidOn === b.paidOn && a.reversalId === b.reversalId;

/** Money in the order of value dates; parts of one source and day are one. */
export function inOrder(money: readonly SourcedMoney[]): SourcedMoney[] {
  const whole: SourcedMoney[] = [];
  for (const one of money) {
    const at = whole.findIndex((other) => isSame(one, other));
    const other = whole[at];
    if (other)
      whole[at] = {
        ...other,
        amountCentavos: addCentavos(other.amountCentavos, one.amountCentavos),
      };
    else whole.push(one);
  }
  return inValueOrder(whole.filter((one) => one.amountCentavos !== 0));
}
