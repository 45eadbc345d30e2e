// How money or a staff decision changes a bill, and the bill's part in the booking of that change.
import { compareDays, type Day, type Holidays } from '@sandali/contract/day.ts';
import type { Share } from '#/ledger/ledger.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { type BillMoney, factsOf, moneyOf, returnEndOf, termsOf } from '#/loan/facts.ts';
import { type Absorbed, absorb } from '#/loan/rules/absorb.ts';
import type { BillFacts, BillTerms } from '#/loan/rules/bill.ts';
import { returnedBy, returnedFacts } from '#/loan/rules/cooling-off.ts';
import type { ReliefPart } from '#/loan/rules/relief.ts';
import { invariant } from '#/platform/refuse.ts';

/** The borrower, the time and the value date of an event to be booked. */
export type Source = {
  borrowerId: string;
  happenedAt: Temporal.Instant;
  businessOn: Temporal.PlainDate;
};

/** A change to a bill. `money` contains all payments after the change. */
export type Change = {
  row: BillRecord;
  before: BillFacts;
  after: BillFacts;
  beforeMoney: BillMoney[];
  money: readonly BillMoney[];
  /** Whether this money completes the loan's return, and thereby reverses all charges. */
  isCooledOff: boolean;
};

/**
 * Offers money to a bill. `change` is null if the bill does not need the money. `freed` is the part
 * of the old and new money that the bill does not need.
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
    const { applied, freed } = returned;
    return {
      change: {
        row,
        before,
        after: returnedFacts(terms, applied),
        beforeMoney,
        money: applied,
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
 * Adds money to a bill. Offers unneeded money to the bill again on the day of each later reversal,
 * because the bill may need it then.
 */
function absorbSinceReversals(
  terms: BillTerms,
  before: readonly BillMoney[],
  added: readonly BillMoney[],
): Absorbed {
  let state = absorb(terms, before, added);
  const days = new Set(
    before.filter((payment) => payment.amountCentavos < 0).map((payment) => payment.paidOn),
  );
  for (const day of [...days].toSorted(compareDays)) {
    const [early, late] = [
      state.freed.filter((payment) => payment.paidOn < day),
      state.freed.filter((payment) => payment.paidOn >= day),
    ];
    if (early.length === 0) continue;
    const again = absorb(
      terms,
      state.money,
      early.map((payment) => ({ ...payment, paidOn: day })),
    );
    const daysBefore = new Map(early.map((payment) => [payment.sourceId, payment.paidOn]));
    const unused = again.freed.map((payment) =>
      payment.paidOn === day
        ? { ...payment, paidOn: daysBefore.get(payment.sourceId) ?? day }
        : payment,
    );
    state = { ...again, freed: [...unused, ...late] };
  }
  return state;
}

/**
 * Returns the change to a bill whose terms changed. `before` contains the facts under the old
 * terms. `freed` is the money that the bill no longer needs.
 */
export function changeOfTerms(
  row: BillRecord,
  before: BillFacts,
): { change: Change; freed: readonly BillMoney[] } {
  const beforeMoney = moneyOf(row);
  const { freed, facts, money } = absorb(termsOf(row), beforeMoney, []);
  return { change: { row, before, after: facts, beforeMoney, money, isCooledOff: false }, freed };
}

/**
 * Returns the change that a staff decision makes to a bill: the same money, allocated on new facts.
 */
export function changeOf(row: BillRecord, before: BillFacts): Change {
  const { change, freed } = changeOfTerms(row, before);
  invariant(freed.length === 0, 'a staff decision frees no money of the bill');
  return change;
}

const nameOf = ({ sourceId, paidOn, reversalId, amountCentavos }: BillMoney) =>
  `${sourceId} ${paidOn} ${reversalId} ${amountCentavos}`;
const isSameMoney = (a: readonly BillMoney[], b: readonly BillMoney[]) =>
  String(a.map(nameOf).sort()) === String(b.map(nameOf).sort());

/**
 * How much more a relief waives than before. Negative if a late-reported payment reduced the amount
 * that can be waived.
 */
export type WaivedMoved = { decisionId: string; on: Day; part: ReliefPart; delta: bigint };

export type Part = {
  change: Change;
  share: Share;
  chargedTo: Day;
  /** Interest and late charges that remain to be posted; negative if the books contain too much. */
  interestDelta: bigint;
  lateDelta: bigint;
  /** Extension fees that remain to be posted. An extension fee is charged when it is paid. */
  extensionFeeDelta: bigint;
  waived: readonly WaivedMoved[];
  /** The increase in the waived remainder due to this booking; negative for a decrease. */
  remainder: Pick<Share, 'lateCentavos' | 'interestCentavos' | 'principalCentavos'>;
  /**
   * The books before this booking: all interest and late charges posted so far, paid or unpaid, and
   * the outstanding principal.
   */
  posted: { interestCentavos: bigint; lateCentavos: bigint; principalOutCentavos: bigint };
};
