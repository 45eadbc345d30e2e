// Entry point of the ledger slice.

export {
  balanceOf,
  balancesOfLoans,
  claimPart,
  type LoanBalances,
  loanBalances,
  refundablePart,
  trialBalance,
} from './balance.ts';
export { type Break, books } from './books.ts';
export { type BorrowerEntry, borrowerBooks, lastBookedOn } from './borrower-entries.ts';
export { chainDays } from './chain-days.ts';
export { ownedAccount } from './chart.ts';
export { claimEnded, paymentReversed, reversalEntry } from './payment-reversed.ts';
export { type Entry, post } from './post.ts';
export { type DayCharge, postDayCharges } from './post-charges.ts';
export { postContested } from './post-contested.ts';
export {
  chargesPosted,
  chargesWaived,
  type Line,
  loanCooledOff,
  loanReversed,
  loanWrittenOff,
  type MoneyFrom,
  moneyAllocated,
  moneyUnmatched,
  paidOut,
  refundStep,
  remainderWaived,
  repaymentBooked,
  type Share,
  suspenseReturned,
  withLosses,
} from './rules.ts';
export { alarmOfBooks, watchBooks } from './watch.ts';
