// Whether a borrower can take any loan now: the first reason against it, in the order of the
// contract. The same for what is offered, for a price and for a signature, so that nobody reads and
// ticks a statement for nothing.
import type { Day } from '@sandali/contract/day.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { type Centavos, minCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { type AmountRule, largestAmountWithin, smallestAmount } from './amounts.ts';

type BorrowFacts = {
  hasOverdueBill: boolean;
  /** A loan of theirs was written off. */
  isLineClosed: boolean;
  /** A list names somebody like them, and staff has not looked yet. */
  isLineHeld: boolean;
  /** Operators have stopped lending, or the gateway that would pay. */
  isLendingPaused: boolean;
  isGatewayPaused: boolean;
  /** The day from which they can borrow again after several returns. */
  waitsUntil: Day | null;
  /** `requireBankCard` of the config, and whether a bank account is bound. */
  isBankCardRequired: boolean;
  hasBankCard: boolean;
};

/** What is left to lend them: of their line, and of the day's budget (null without a limit). */
export type Room = { availableCentavos: Centavos; budgetLeftCentavos: Centavos | null };

/** The first reason that does not depend on the amount, or null. */
export function whyNotBorrow(
  facts: BorrowFacts,
): Exclude<BorrowObstacle, 'lineExceeded' | 'budgetSpent' | 'unaffordable'> | null {
  if (facts.hasOverdueBill) return 'billOverdue';
  if (facts.isLineClosed) return 'lineClosed';
  if (facts.isLineHeld) return 'lineHeld';
  if (facts.isLendingPaused) return 'lendingPaused';
  if (facts.isGatewayPaused) return 'systemBusy';
  if (facts.waitsUntil) return 'returnedTwice';
  if (facts.isBankCardRequired && !facts.hasBankCard) return 'bankCardMissing';
  return null;
}

/** Why an amount cannot be lent; for the smallest one, why no amount can. Null where it can. */
export function whyNoRoom(
  { availableCentavos, budgetLeftCentavos }: Room,
  amount: Centavos,
): 'lineExceeded' | 'budgetSpent' | null {
  if (amount > availableCentavos) return 'lineExceeded';
  return budgetLeftCentavos !== null && amount > budgetLeftCentavos ? 'budgetSpent' : null;
}

/** The largest amount that is lent within the room; 0 where none is. */
export function largestWithin(
  amounts: AmountRule,
  { availableCentavos, budgetLeftCentavos }: Room,
): Centavos {
  const least = smallestAmount(amounts);
  const room =
    budgetLeftCentavos === null
      ? availableCentavos
      : minCentavos(availableCentavos, budgetLeftCentavos);
  return room < least ? zeroCentavos : largestAmountWithin(amounts, room);
}
