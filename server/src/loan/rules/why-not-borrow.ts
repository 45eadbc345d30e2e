// The first reason why a borrower cannot take any loan now, in the order of the contract. Offer,
// quote and signature share it, so that nobody reads a statement in vain.
import type { Day } from '@sandali/contract/day.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { type Centavos, minCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { type AmountRule, largestAmountWithin, smallestAmount } from './amounts.ts';

type BorrowFacts = {
  hasOverdueBill: boolean;
  /** The borrower owes money outside their bills, which a gateway took back. */
  hasClaim: boolean;
  /** A loan of the borrower was written off. */
  isLineClosed: boolean;
  /** A screening list may name the borrower, and staff has not cleared it yet. */
  isLineHeld: boolean;
  /** Staff paused lending, or the gateway that would pay. */
  isLendingPaused: boolean;
  isGatewayPaused: boolean;
  /** The day from which they can borrow again after several returns. */
  waitsUntil: Day | null;
  /** `requireBankCard` of the config, and whether a bank account is linked. */
  isBankCardRequired: boolean;
  hasBankCard: boolean;
};

/** The amounts left on the line and in the day's budget (null if there is no budget). */
export type Room = { availableCentavos: Centavos; budgetLeftCentavos: Centavos | null };

/** The first reason that does not depend on the amount, or null. */
export function whyNotBorrow(
  facts: BorrowFacts,
): Exclude<BorrowObstacle, 'lineExceeded' | 'budgetSpent' | 'unaffordable'> | null {
  if (facts.hasOverdueBill) return 'billOverdue';
  if (facts.isLineClosed) return 'lineClosed';
  if (facts.hasClaim) return 'claimOpen';
  if (facts.isLineHeld) return 'lineHeld';
  if (facts.isLendingPaused) return 'lendingPaused';
  if (facts.isGatewayPaused) return 'systemBusy';
  if (facts.waitsUntil) return 'returnedTwice';
  if (facts.isBankCardRequired && !facts.hasBankCard) return 'bankCardMissing';
  return null;
}

/** Why an amount cannot be lent, or null. If the smallest amount cannot, none can. */
export function whyNoRoom(
  { availableCentavos, budgetLeftCentavos }: Room,
  amount: Centavos,
): 'lineExceeded' | 'budgetSpent' | null {
  if (amount > availableCentavos) return 'lineExceeded';
  return budgetLeftCentavos !== null && amount > budgetLeftCentavos ? 'budgetSpent' : null;
}

/** The largest amount that fits into the room; 0 if none does. */
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
