// Entry point of the loan slice.

export type { Lender } from '#/loan/disclosure/figures.ts';
export { readAccountStatement } from './account-statement/account-statement.ts';
export { keepCatalogue } from './apply/keep-catalogue.ts';
export {
  borrowingBesideBills,
  borrowingOf,
  borrowingParams,
  type Obstacle,
} from './apply/may-borrow.ts';
export { priceOf, shortOffer } from './apply/offer.ts';
export { forgetQuotes, hasLeftQuotePart } from './apply/store.ts';
export {
  type BillRecord,
  billsOf,
  namedOrRecentBills,
  namedOrRecentBillsPart,
  openBillsOf,
  openBillsPart,
  recentBillsPart,
} from './bill.store.ts';
export {
  billDetailParts,
  billListParts,
  billOf,
  billParts,
  coolingOffOf,
  listOf,
  loanRecordOf,
} from './bills.ts';
export { bookMoney, payFromKept } from './booking/book.ts';
export {
  allCharged,
  billsOn,
  chargeBills,
  firstBillOn,
  lockBills,
  type Posted,
} from './booking/charge-day.ts';
export {
  bookErasedReversal,
  notifyReversed,
  type Reversed,
  reverseMoney,
} from './booking/reverse.ts';
export { loanCalls } from './calls.ts';
export { cancelUnpaid, requestReturn } from './cancel/cancel.ts';
export { expectedArrivalOf, readWay, receiverShown } from './detail.ts';
export { borrowerOf } from './disclosure/borrower.ts';
export { lenderOf } from './disclosure/disclosure.ts';
export { receiverName } from './disclosure/figures.ts';
export {
  acceptedExtensionOf,
  acceptedPlanOf,
  exportExtensionTexts,
  exportPlanTexts,
  exportSignedTexts,
  type SignedLoan,
  signedLoanOf,
} from './disclosure/signed-texts.ts';
export { billOptionsOf, billOptionsParts } from './extension/bill-options.ts';
export { acceptOffer, extensionOf } from './extension/extend.ts';
export { textOfExtension } from './extension/extension-disclosure-statement.ts';
export { openExtension } from './extension/store.ts';
export { factsOf, lastLateOn, moneyOf } from './facts.ts';
export { applyNewHolidays, billsFreeUntil } from './holiday/last-free-days.ts';
export { openBillsByDay, promisedByDay } from './holiday/store.ts';
export { approveDue, routeNow } from './payout/approve.ts';
export { lockForPayout, payoutMoved } from './payout/payout-result.ts';

export {
  exportPersonalData,
  type LoanPersonalData,
  type LoanStanding,
  loanStandings,
} from './personal-data.ts';
export { insertPromise } from './plan/store.ts';
export { lockOpenBill, zReference } from './relief/decisions.ts';
export { isPromiseKept, missedPart, promisedParts } from './relief/granted.ts';
export { isLineClosed } from './relief/store.ts';
export { amountsOf, smallestAmount } from './rules/amounts.ts';
export type { BillFacts } from './rules/bill.ts';
export { smallestPayment } from './rules/bill-state.ts';
export { whyCatalogueFails } from './rules/catalogue-check.ts';
export { type CodeKind, codeEndsAtMs, codeEndsByMs } from './rules/code-end.ts';
export { extensionOpensOn } from './rules/extension.ts';
export { mostLateChargeADay } from './rules/late.ts';
export { legalRuleOn } from './rules/legal-rule.ts';
export { planTotal } from './rules/plan.ts';
export type { PromisedPart } from './rules/relief.ts';
export {
  awaitsLoan,
  borrowerOfReference,
  type LoanRecord,
  type LoanWithPapers,
  loansWithoutBill,
  loansWithPapers,
} from './store.ts';
export { type BillView, byUrgency, countDue, inPayment, viewBill } from './view.ts';
