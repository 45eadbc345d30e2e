export { repaymentAlarms } from './alarms.ts';
export { payChannelsOf } from './codes/apply.ts';
export { pollCode, pollLinks } from './codes/links.ts';
export { makeCodes } from './codes/make-codes.ts';
export { beingPaidPart, openCodePart } from './parts.ts';
export { payersOf } from './payer.ts';
export { exportPersonalData, type RepaymentPersonalData } from './personal-data.ts';
export {
  exportRefunds,
  moneyBlockingErasure,
  type RefundPersonalData,
  refundableOf,
} from './refund/query.ts';
export { lockForRefund, refundMoved } from './refund/settled.ts';
export { takeReversals } from './reversal/take-reversals.ts';
export { takePayment } from './take-payment.ts';
export type { Cases } from './transfer/transfer.ts';
