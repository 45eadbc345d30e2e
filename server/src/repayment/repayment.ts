// The repayment slice's door.

export { repaymentCalls } from './calls.ts';
export { exportPersonalData, type RepaymentHeld } from './held.ts';
export { lookAtCode, lookAtLinks } from './links.ts';
export { makeCodes } from './make-codes.ts';
export { exportRefunds, type RefundHeld } from './refund/held.ts';
export { refundShown } from './refund/query.ts';
export { lockForRefund, refundMoved } from './refund/settled.ts';
export { isRefundComingTo } from './refund/store.ts';
export { loansBeingPaid } from './store.links.ts';
export { codesEndedBetween, findReceipt } from './store.ts';
export { countSuspense } from './suspense.store.ts';
export { takePayment } from './take-payment.ts';
export type { Cases } from './transfer.ts';
