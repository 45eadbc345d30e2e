// Computes how much of a new payment a bill needs. Payments count by value date: a late-reported
// payment counts on the day on which it was paid (docs/decisions/0005).
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

/** Money from one source that is allocated to a bill. */
export type SourcedMoney = MoneyIn & { readonly sourceId: string };

export type Absorbed = {
  /** All money on the bill afterwards, without sources that the bill no longer needs. */
  readonly money: readonly SourcedMoney[];
  readonly facts: BillFacts;
  /** The old and new money that the bill does not need, by source and day. */
  readonly freed: readonly SourcedMoney[];
};

/**
 * Adds money to a bill and frees what the bill does not need. Money with an earlier value date can
 * free part of a later payment.
 */
export function absorb(
  terms: BillTerms,
  before: readonly SourcedMoney[],
  added: readonly SourcedMoney[],
): Absorbed {
  const all = inOrder([...before, ...added]);
  let money = all;
  let settled = settle(terms, money);
  // Each round frees the excess. Freeing it does not change earlier accrual, so one round is
  // usually enough.
  for (
    let round = 0;
    settled.unneeded.some((amount) => amount !== 0) && round <= money.length + 1;
    round++
  ) {
    const { unneeded } = settled;
    money = money
      .map((part, nth) => ({
        ...part,
        amountCentavos: subtractCentavos(part.amountCentavos, unneeded[nth] ?? zeroCentavos),
      }))
      .filter((part) => part.amountCentavos !== 0);
    settled = settle(terms, money);
  }
  return { money, facts: settled.facts, freed: lessMoney(all, money) };
}

/**
 * Returns the money in `money` that is not in `applied`, net of reversals from the same source.
 * Freed money never pays for an extension.
 */
export function lessMoney(
  money: readonly SourcedMoney[],
  applied: readonly SourcedMoney[],
): SourcedMoney[] {
  const free = money.map((part) => {
    const keeps = applied.find((other) => isSame(part, other))?.amountCentavos ?? zeroCentavos;
    const { sourceId, paidOn, reversalId } = part;
    const amountCentavos = subtractCentavos(part.amountCentavos, keeps);
    return { sourceId, paidOn, amountCentavos, ...(reversalId !== undefined && { reversalId }) };
  });
  return netOf(free);
}

/**
 * Nets money against its reversals. A reversal reduces the money from its own source, latest first.
 */
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
    .filter((part) => part.amountCentavos > 0)
    .map((part) => {
      const off = minCentavos(back.get(part.sourceId) ?? zeroCentavos, part.amountCentavos);
      back.set(part.sourceId, subtractCentavos(back.get(part.sourceId) ?? zeroCentavos, off));
      return { ...part, amountCentavos: subtractCentavos(part.amountCentavos, off) };
    })
    .toReversed()
    .filter((part) => part.amountCentavos > 0);
}

const isSame = (a: SourcedMoney, b: SourcedMoney) =>
  a.sourceId === b.sourceId && a.paidOn === b.paidOn && a.reversalId === b.reversalId;

/** Orders money by value date, and merges amounts from the same source and day. */
export function inOrder(money: readonly SourcedMoney[]): SourcedMoney[] {
  const whole: SourcedMoney[] = [];
  for (const part of money) {
    const at = whole.findIndex((other) => isSame(part, other));
    const existing = whole[at];
    if (existing)
      whole[at] = {
        ...existing,
        amountCentavos: addCentavos(existing.amountCentavos, part.amountCentavos),
      };
    else whole.push(part);
  }
  return inValueOrder(whole.filter((part) => part.amountCentavos !== 0));
}
