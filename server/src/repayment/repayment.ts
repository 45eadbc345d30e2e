// Entry point of the repayment slice.

export { repaymentCalls } from './calls.ts';
export { beingPaidPart } from './codes/links.store.ts';
export { pollCode, pollLinks } from './codes/links.ts';
export { makeCodes } from './codes/make-codes.ts';
export { findReceipt, paidOutsideLoans } from './papers.store.ts';
export { exportPersonalData, type RepaymentPersonalData } from './personal-data.ts';
export { exportRefunds, moneyBlockingErasure, type RefundPersonalData } from './refund/query.ts';
export { lockForRefund, refundMoved } from './refund/settled.ts';
export { existsRefundTo, findPaidRefund } from './refund/store.ts';
export { countClaims, reversalsOfBorrower } from './reversal/store.ts';
export { takeReversals } from './reversal/take-reversals.ts';
export { codesEndedBetween, openCodePart } from './store.ts';
export { countSuspense } from './suspense/store.ts';
export { takePayment } from './take-payment.ts';
export type { Cases } from './transfer/transfer.ts';
