// The repayment slice's door.

export { repaymentCalls } from './calls.ts';
export { type RepaymentHeld, whatWeHold } from './held.ts';
export { lookAtCode, lookAtLinks } from './links.ts';
export { makeCodes } from './make-codes.ts';
export { loansBeingPaid } from './store.links.ts';
export { codesEndedBetween, findReceipt } from './store.ts';
export { countSuspense } from './suspense.store.ts';
export { takePayment } from './take-payment.ts';
export type { Cases } from './transfer.ts';
