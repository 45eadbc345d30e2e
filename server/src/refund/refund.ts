// The refund slice's door. A slice of its own: it needs payout accounts, which repayments do not know, and no loan.
export { refundCalls } from './calls.ts';
export { type RefundHeld, whatWeHold } from './held.ts';
export { refundShown } from './query.ts';
export { lockForRefund, refundMoved } from './settled.ts';
export { isRefundComingTo } from './store.ts';
