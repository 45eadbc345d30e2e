// What money, or a decision of staff, makes of a bill, and the bill's part in the booking of it.
import { compareDays, type Day, type Holidays } from '@sandali/contract/day.ts';
import type { Share } from '#/ledger/ledger.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { type BillMoney, factsOf, moneyOf, returnEndOf, termsOf } from '#/loan/facts.ts';
import { type Absorbed, absorb } from '#/loan/rules/absorb.ts';
import type { BillFacts, BillTerms } from '#/loan/rules/bill.ts';
import { returnedBy, returnedFacts } from '#/loan/rules/cooling-off.ts';
import type { ReliefPart } from '#/loan/rules/relief.ts';
import { invariant } from '#/platform/refuse.ts';

/** Whose money it is, when it came, and the day on which it counts. */
export type Source = {
  borrowerId: string;
  happenedAt: Temporal.Instant;
  businessOn: Temporal.PlainDate;
};

/** What money makes of a bill. `money` is all that is on it afterwards. */
export type Change = {
  row: BillRecord;
  before: BillFacts;
  after: BillFacts;
  beforeMoney: BillMoney[];
  money: readonly BillMoney[];
  /** The money returned the loan: nothing but that settles it. */
  isCooledOff: boolean;
};

/**
 * Offers money to a bill. `change` is null where it takes none; `freed` is what it does not need of
 * the old and the new.
 */
export function changeBy(
  row: BillRecord,
  added: readonly BillMoney[],
  holidays: Holidays,
): { change: Change | null; freed: readonly BillMoney[] } {
  const [before, beforeMoney] = [factsOf(row), moneyOf(row)];
  const terms = termsOf(row);
  const endsOn = returnEndOf(row, holidays);
  const returned = endsOn && returnedBy([...beforeMoney, ...added], terms.arrivalCentavos, endsOn);
  if (returned) {
    const { kept, freed } = returned;
    return {
      change: {
        row,
        before,
        after: returnedFacts(terms, kept),
        beforeMoney,
        money: kept,
        isCooledOff: true,
      },
      freed,
    };
  }
  const { money, facts, freed } = absorbSinceReversals(terms, beforeMoney, added);
  const isSame = isSameMoney(money, beforeMoney);
  return {
    change: isSame ? null : { row, before, after: facts, beforeMoney, money, isCooledOff: false },
    freed,
  };
}

/**
 * Adds money. It offers an unneeded rest again on each later day of a reversal, when the bill needs
 * it.
 */
function absorbSinceReversals(
  terms: BillTerms,
  before: readonly BillMoney[],
  added: readonly BillMoney[],
): Absorbed {
  let state = absorb(terms, before, added);
  const days = new Set(before.filter((one) => one.amountCentavos < 0).map((one) => one.paidOn));
  for (const day of [...days].toSorted(compareDays)) {
    const [early, late] = [
      state.freed.filter((one) => one.paidOn < day),
      state.freed.filter((one) => one.paidOn >= day),
    ];
    if (early.length === 0) continue;
    const again = absorb(
      terms,
      state.money,
      early.map((one) => ({ ...one, paidOn: day })),
    );
    const daysBefore = new Map(early.map((one) => [one.sourceId, one.paidOn]));
    const unused = again.freed.map((one) =>
      one.paidOn === day ? { ...one, paidOn: daysBefore.get(one.sourceId) ?? day } : one,
    );
    state = { ...again, freed: [...unused, ...late] };
  }
  return state;
}

/**
 * What a bill becomes whose terms were others `before`: `freed` is what it does not need of its
 * money any more.
 */
export function changeOfTerms(
  row: BillRecord,
  before: BillFacts,
): { change: Change; freed: readonly BillMoney[] } {
  const beforeMoney = moneyOf(row);
  const { freed, facts, money } = absorb(termsOf(row), beforeMoney, []);
  return { change: { row, before, after: facts, beforeMoney, money, isCooledOff: false }, freed };
}

/** What a decision of staff makes of a bill: the same money over other facts. */
export function changeOf(row: BillRecord, before: BillFacts): Change {
  const { change, freed } = changeOfTerms(row, before);
  invariant(freed.length === 0, 'what staff takes off leaves the money where it is');
  return change;
}

const nameOf = ({ sourceId, paidOn, reversalId, amountCentavos }: BillMoney) =>
  `${sourceId} ${paidOn} ${reversalId} ${amountCentavos}`;
const isSameMoney = (a: readonly BillMoney[], b: readonly BillMoney[]) =>
  String(a.map(nameOf).sort()) === String(b.map(nameOf).sort());

/**
 * What a relief takes off more than before; below zero where money that was reported late left it
 * less to take.
 */
export type WaivedMoved = { decisionId: string; on: Day; part: ReliefPart; delta: bigint };

export type Part = {
  change: Change;
  share: Share;
  chargedTo: Day;
  /** What is still to be posted of interest and late charge; below zero where too much was. */
  interestDelta: bigint;
  lateDelta: bigint;
  /** The same of the fees of extensions, which are charged with the money that pays them. */
  extensionFeeDelta: bigint;
  waived: readonly WaivedMoved[];
  /**
   * How much more of a remainder is waived than before, in the parts that a share has; below zero
   * for less.
   */
  remainder: Pick<Share, 'lateCentavos' | 'interestCentavos' | 'principalCentavos'>;
  /**
   * What the books held before: all interest and late charge ever posted, paid or not, and the
   * principal that was out.
   */
  posted: { interestCentavos: bigint; lateCentavos: bigint; principalOutCentavos: bigint };
};
