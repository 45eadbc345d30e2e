// Whether a loan may be taken: the first reason against it, in the order of the contract.
import type { RefusalOf } from '@sandali/contract/call.ts';
import type { loanApply } from '@sandali/contract/loan.ts';
import type { BorrowObstacle } from '@sandali/contract/mayBorrow.ts';
import type { WhyNotReceived } from './why-not-received.ts';

export type ApplyFacts = {
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
  isVoucherGone: boolean;
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
  if (facts.isVoucherGone) return 'voucherMissing';
  return null;
}
