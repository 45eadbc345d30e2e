// The first reason why a borrower cannot borrow now, in the contract's order. The offer, the quote
// and the signature share it, so nobody reads a disclosure statement in vain.
import type { Day } from '@sandali/contract/day.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { type Centavos, minCentavos, zeroCentavos } from '@sandali/contract/money.ts';
import { type AmountRule, largestAmountWithin, smallestAmount } from './amounts.ts';

type BorrowFacts = {
  hasOverdueBill: boolean;
  /** Whether the borrower owes reversed money that no bill owes. */
  hasClaim: boolean;
  /** Whether any of the borrower's loans was written off. */
  isLineClosed: boolean;
  /** Whether the borrower may be on a screening list and staff have not cleared the match yet. */
  isLineHeld: boolean;
  /** Whether staff have paused all lending, or the gateway that would pay the loan out. */
  isLendingPaused: boolean;
  isGatewayPaused: boolean;
  /** The day from which the borrower can borrow again after several returns. */
  waitsUntil: Day | null;
  /** The `requireBankCard` setting, and whether a bank account is linked. */
  isBankCardRequired: boolean;
  hasBankCard: boolean;
};

/** The unused part of the credit line and of the day's budget (null without a budget). */
export type Room = { availableCentavos: Centavos; budgetLeftCentavos: Centavos | null };

/** Returns the first reason that does not depend on the amount, or null. */
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

/**
 * Returns why an amount exceeds the line or the budget, or null. If the smallest amount exceeds one
 * of them, every amount does.
 */
export function whyNoRoom(
  { availableCentavos, budgetLeftCentavos }: Room,
  amount: Centavos,
): 'lineExceeded' | 'budgetSpent' | null {
  if (amount > availableCentavos) return 'lineExceeded';
  return budgetLeftCentavos !== null && amount > budgetLeftCentavos ? 'budgetSpent' : null;
}

/** Returns the largest amount within the line and the budget, or 0. */
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
