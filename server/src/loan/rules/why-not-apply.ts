// Whether a loan may be taken: the first reason against it, in the order of the contract; and
// whether money can go where it is to be sent, one rule for the price and for the signature.
import type { RefusalOf } from '@sandali/contract/call.ts';
import type { loanApply } from '@sandali/contract/loan.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import { refusalOfAccount, type WhyNotPaid } from '@sandali/contract/payable.ts';

type ApplyFacts = {
  hasApprovedCredit: boolean;
  /** Why no loan of any amount can be taken, or null. */
  standing: BorrowObstacle | null;
  /** Null when there is no such quote of this borrower. */
  quote: null | { isEnded: boolean; isUsed: boolean; isSameDisclosure: boolean };
  /** Why money cannot go where it is to be sent, or null. */
  whyNotReceived: WhyNotReceived | null;
  /** Operators have stopped this way to be paid. */
  isChannelPaused: boolean;
  isAmountOffered: boolean;
  isTermOffered: boolean;
  /** Why there is no room for the amount of the quote, or null. */
  noRoom: 'lineExceeded' | 'budgetSpent' | null;
  /** More would fall due within a pay period than the income carries. */
  isUnaffordable: boolean;
  /** The quote's coupon ended, was made void, or went to another loan meanwhile. */
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
   * Whole hours for which a change of number holds the account or the counter back; 0 where none
   * does.
   */
  heldHours: number;
  /**
   * Whether the money must go to an account, and that account; null where it is not (or no longer)
   * there.
   */
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

/** The values of a refusal's text: those of a hold say for how long. */
export function hoursFor(why: string, hours: number): { hours?: number } {
  return why === 'accountHeld' || why === 'pickupHeld' ? { hours } : {};
}
