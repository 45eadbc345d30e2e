// Whether a loan may be taken: the first reason against it, in the order of the contract.
import type { RefusalOf } from '@sandali/contract/call.ts';
import type { loanApply } from '@sandali/contract/loan.ts';
import type { WhyNotReceived } from './why-not-received.ts';

export type ApplyFacts = {
  hasApprovedCredit: boolean;
  hasOverdueBill: boolean;
  /** A list names somebody like them, and staff has not looked yet. */
  isLineHeld: boolean;
  /** A loan of theirs was given up. */
  isLineClosed: boolean;
  /** Operators have stopped lending, or the gateway that would pay. */
  isLendingPaused: boolean;
  isGatewayPaused: boolean;
  /** Null when there is no such quote of this borrower. */
  quote: null | { isEnded: boolean; isUsed: boolean; isSameDisclosure: boolean };
  /** Why money cannot go where it is to be sent, or null. */
  whyNotReceived: WhyNotReceived | null;
  /** `requireBankCard` of the config, and whether a bank account is bound. */
  isBankCardRequired: boolean;
  hasBankCard: boolean;
  /** Operators have stopped this way to be paid. */
  isChannelPaused: boolean;
  isAmountOffered: boolean;
  isTermOffered: boolean;
  principalCentavos: number;
  availableCentavos: number;
  /** What may still be lent today; null without a limit. */
  budgetLeftCentavos: number | null;
  /** The quote's coupon ended, was made void, or went to another loan meanwhile. */
  isVoucherGone: boolean;
};

/** The first refusal that applies, or null. */
export function whyNotApply(facts: ApplyFacts): RefusalOf<typeof loanApply> | null {
  if (!facts.hasApprovedCredit) return 'creditNotApproved';
  if (facts.hasOverdueBill) return 'billOverdue';
  if (facts.isLineClosed) return 'lineClosed';
  if (facts.isLineHeld) return 'lineHeld';
  if (facts.isLendingPaused) return 'lendingPaused';
  if (facts.isGatewayPaused) return 'systemBusy';
  if (!facts.quote || facts.quote.isEnded) return 'quoteExpired';
  if (facts.quote.isUsed) return 'quoteUsed';
  if (!facts.quote.isSameDisclosure) return 'disclosureChanged';
  if (facts.whyNotReceived) return facts.whyNotReceived;
  if (facts.isBankCardRequired && !facts.hasBankCard) return 'bankCardMissing';
  if (facts.isChannelPaused) return 'channelNotOffered';
  if (!facts.isAmountOffered) return 'amountNotOffered';
  if (!facts.isTermOffered) return 'termNotOffered';
  if (facts.principalCentavos > facts.availableCentavos) return 'lineExceeded';
  if (facts.budgetLeftCentavos !== null && facts.principalCentavos > facts.budgetLeftCentavos) return 'budgetSpent';
  if (facts.isVoucherGone) return 'voucherMissing';
  return null;
}
