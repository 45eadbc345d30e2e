// The repayment slice's door.

export { repaymentCalls } from './calls.ts';
export { type RepaymentHeld, whatWeHold } from './held.ts';
export { makeCodes } from './make-codes.ts';
export { transferStaff } from './staff.ts';
export { findReceipt } from './store.ts';
export { takePayment } from './take-payment.ts';
