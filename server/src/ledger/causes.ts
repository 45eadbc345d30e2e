// What each kind of entry records, in words for staff.
import type { EntryKind } from './rules.ts';

export const causes: Readonly<Record<EntryKind, string>> = {
  'loan.paidOut': 'the loan was paid out',
  'loan.reversed': 'the payout of the loan came back',
  'loan.cooledOff': 'the borrower returned the loan',
  'charges.posted': 'interest and late charges accrued',
  'repayment.booked': 'a payment arrived',
  'extension.booked': 'a payment extended the bill',
  'payment.reversed': 'the gateway took a payment back',
  'claim.settled': 'a claim was settled',
  'claim.writtenOff': 'a claim was written off',
  'money.shared': 'money was shared among bills again',
  'money.unmatched': 'a payment without an owner arrived',
  'suspense.assigned': 'money in suspense got its owner',
  'suspense.returned': 'money in suspense was sent back',
  'refund.ordered': 'the borrower ordered a refund',
  'refund.paid': 'a refund was paid',
  'refund.failed': 'a refund failed',
  'refund.reversed': 'a refund came back',
  'payout.contested': 'a payout that had ended was reported as paid',
  'payout.contestedReturned': 'the receiver returned contested money',
  'payout.contestedLost': 'contested money was written off',
  'charges.waived': 'charges were waived',
  'remainder.waived': 'the remainder of a bill was waived',
  'loan.writtenOff': 'the loan was written off',
};
