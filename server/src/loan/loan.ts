// The loan slice's door.
export { approveDue } from './approve.ts';
export { billOf } from './bills.ts';
export { type Booked, bookMoney, type Money } from './book.ts';
export { loanCalls } from './calls.ts';
export { expectedBy } from './detail.ts';
export { factsOf } from './facts.ts';
export { type LoanHeld, whatWeHold } from './held.ts';
export { priceOf, shortOffer, todayOf } from './offer.ts';
export { largestAmountWithin, smallestAmount } from './rules/amounts.ts';
export type { BillFacts } from './rules/bill.ts';
export { isDueSoon } from './rules/bill-state.ts';
export { whyCatalogueFails } from './rules/catalogue-check.ts';
export { codeEndsAtMs } from './rules/code-end.ts';
export { growthTomorrow, nextDue, owed, smallestPayment } from './rules/owed.ts';
export { lockForPayout, payoutMoved } from './settled.ts';
export { loanRecordOf } from './store.held.ts';
export { billsOf, borrowerOfReference, forgetQuotes, hasLeftQuote, loansWithoutBill } from './store.ts';
export { type BillSeen, byUrgency, seeBill } from './view.ts';
