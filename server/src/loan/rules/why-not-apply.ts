// Finds the first reason against a loan, in the contract's order, and checks that the payout can
// reach the receiver. The quote and the signature share both.
import type { RefusalOf } from '@sandali/contract/call.ts';
import type { loanApply } from '@sandali/contract/loan.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { refusalOfAccount, type WhyNotPaid } from '@sandali/contract/payable.ts';

type ApplyFacts = {
  hasApprovedCredit: boolean;
  /** Why the borrower cannot borrow any amount, or null. */
  standing: BorrowObstacle | null;
  /** Null if the quote does not exist or belongs to another borrower. */
  quote: null | { isEnded: boolean; isUsed: boolean; isSameDisclosure: boolean };
  /** Why the payout cannot reach its receiver, or null. */
  whyNotReceived: WhyNotReceived | null;
  /** Whether staff have paused the channel of this loan. */
  isChannelPaused: boolean;
  isAmountOffered: boolean;
  isTermOffered: boolean;
  /** Why the quoted amount exceeds the line or the budget, or null. */
  noRoom: 'lineExceeded' | 'budgetSpent' | null;
  /** Whether more would fall due within a pay period than the borrower's income allows. */
  isUnaffordable: boolean;
  /** Whether the quote's coupon has expired, was voided, or is used by another loan. */
  isCouponGone: boolean;
};

/** Returns the first reason to refuse the signature, or null. */
export function whyNotApply(facts: ApplyFacts): RefusalOf<typeof loanApply> | null {
  if (!facts.hasApprovedCredit) return 'creditNotApproved';
  if (facts.standing) return facts.standing;
  if (!facts.quote || facts.quote.isEnded) return 'quoteExpired';
  if (facts.quote.isUsed) return 'quoteUsed';
  if (!facts.quote.isSameDisclosure) return 'disclosureChanged';
  if (facts.whyNotReceived) return facts.whyNotReceived;
  if (facts.isChannelPaused) return 'channelNotOffered';
  if (!facts.isAmountOffered) return 'amountNotOffered';
  if (!facts.isTermOffered) return 'termNotOffered';
  if (facts.noRoom) return facts.noRoom;
  if (facts.isUnaffordable) return 'unaffordable';
  if (facts.isCouponGone) return 'voucherMissing';
  return null;
}

export type ReceivedFacts = {
  isPickup: boolean;
  /**
   * The hours, rounded up, until the hold that a number change placed on the account or counter
   * ends; 0 without a hold.
   */
  heldHours: number;
  /** Whether the payout needs an account, and that account (null if it does not exist). */
  needsAccount: boolean;
  account: { whyNotPaid: WhyNotPaid | null } | null;
};
type WhyNotReceived = 'pickupHeld' | 'accountMissing' | (typeof refusalOfAccount)[WhyNotPaid];

export function whyNotReceived({
  isPickup,
  heldHours,
  needsAccount,
  account,
}: ReceivedFacts): WhyNotReceived | null {
  if (isPickup && heldHours > 0) return 'pickupHeld';
  if (needsAccount && !account) return 'accountMissing';
  return account?.whyNotPaid ? refusalOfAccount[account.whyNotPaid] : null;
}

/** Returns the values for a refusal's text: the remaining hours if the refusal is about a hold. */
export function hoursFor(refusal: string, hours: number): { hours?: number } {
  return refusal === 'accountHeld' || refusal === 'pickupHeld' ? { hours } : {};
}
