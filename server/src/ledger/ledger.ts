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
export { type BookPlace, type Break, bookKinds, books, booksInPieces } from './books.ts';
export { type BorrowerEntry, balanceBefore, entriesOf, lastBookedOn } from './borrower-entries.ts';
export type { Watched } from './chain-days.store.ts';
export { chainDays } from './chain-days.ts';
export { type AccountKind, chart, companyAccount, ownedAccount } from './chart.ts';
export { type JournalLine, journalOf, lastChainedDay } from './journal.ts';
export { claimEnded, paymentReversed } from './payment-reversed.ts';
export { type Entry, post } from './post.ts';
export { type DayCharge, postDayCharges } from './post-charges.ts';
export {
  chargesPosted,
  chargesWaived,
  contestedLost,
  contestedReturned,
  type EntryKind,
  type Line,
  loanCooledOff,
  loanReversed,
  loanWrittenOff,
  type MoneyFrom,
  moneyAllocated,
  moneyUnmatched,
  paidOut,
  payoutContested,
  refundFailed,
  refundOrdered,
  refundPaid,
  refundReversed,
  remainderWaived,
  repaymentBooked,
  type Share,
  suspenseReturned,
  withLosses,
} from './rules.ts';
export { type TrialBalance, trialBalanceOn } from './trial-balance.ts';
export { verifyBooks } from './verify.ts';
export { alarmOfBooks, watchBooks } from './watch.ts';
