// The first reason against a loan in the order of the contract, and the check that its money can
// reach the receiver, which quote and signature share.
import type { RefusalOf } from '@sandali/contract/call.ts';
import type { loanApply } from '@sandali/contract/loan.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { refusalOfAccount, type WhyNotPaid } from '@sandali/contract/payable.ts';

type ApplyFacts = {
  hasApprovedCredit: boolean;
  /** Why no loan of any amount is possible, or null. */
  standing: BorrowObstacle | null;
  /** Null if this borrower has no such quote. */
  quote: null | { isEnded: boolean; isUsed: boolean; isSameDisclosure: boolean };
  /** Why the money cannot go to its destination, or null. */
  whyNotReceived: WhyNotReceived | null;
  /** Staff paused this channel. */
  isChannelPaused: boolean;
  isAmountOffered: boolean;
  isTermOffered: boolean;
  /** Why there is no room for the quoted amount, or null. */
  noRoom: 'lineExceeded' | 'budgetSpent' | null;
  /** More would fall due within a pay period than the income can pay. */
  isUnaffordable: boolean;
  /** The quote's coupon has expired, was voided, or went to another loan. */
  isCouponGone: boolean;
};

/** The first refusal that applies, or null. */
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
   * Whole hours for which a change of number still holds back the account or counter; 0 without a
   * hold.
   */
  heldHours: number;
  /** Whether the money must go to an account, and that account; null if it does not exist. */
  needsAccount: boolean;
  account: { whyNotPaid: WhyNotPaid | null } | null;
};
type WhyNotReceived = 'pickupHeld' | 'accountMissing' | (typeof refusalOfAccount)[WhyNotPaid];

/** The first refusal that applies, or null. */
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

/** The values of a refusal's text: a hold states its remaining hours. */
export function hoursFor(refusal: string, hours: number): { hours?: number } {
  return refusal === 'accountHeld' || refusal === 'pickupHeld' ? { hours } : {};
}
