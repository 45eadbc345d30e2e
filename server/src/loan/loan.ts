// Entry point of the loan slice.

export { catalogueFaults } from './apply/catalogue-faults.ts';
export { keepCatalogue } from './apply/keep-catalogue.ts';
export {
  borrowingBesideBills,
  borrowingOf,
  borrowingParams,
  whyLineStopped,
} from './apply/may-borrow.ts';
export { smallestOfferOf } from './apply/offer.ts';
export {
  billDetailParts,
  billListParts,
  billOf,
  billParts,
  listOf,
  loanRecordOf,
} from './bills.ts';
export { bookMoney } from './booking/book.ts';
export { chargeBills, countBillsOnceCharged } from './booking/charge-day.ts';
export { reversePayment } from './booking/reverse-payment.ts';
export { cancelOrReturn } from './cancel/cancel.ts';
export { acceptedStatementOf, signedLoanOf } from './disclosure/signed-texts.ts';
export { billOptionsOf, billOptionsParts } from './extension/bill-options.ts';
export { offeredExtension } from './extension/offered-extension.ts';
export { billsFreeUntil } from './holiday/last-free-days.ts';
export {
  namedOrRecentBillsPart,
  openBillsPart,
  recentBillsPart,
} from './parts.ts';
export { loanPayouts } from './payout/loan-payouts.ts';
export {
  exportPersonalData,
  type LoanPersonalData,
  type LoanStanding,
  loanStandings,
} from './personal-data.ts';
export { viewLockedBill } from './relief/decisions.ts';
export { type BillView, byUrgency, countDue, viewBills, viewOpenBills } from './view.ts';
export { waitingLoanOf } from './waiting-loan.ts';
