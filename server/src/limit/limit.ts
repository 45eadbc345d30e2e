// Entry point of the limit slice.

export { warnOfLateRequests } from './apply.ts';
export { limitCalls } from './calls.ts';
export { reverseGrowth } from './change-limit.ts';
export { exportPersonalData, type LimitHeld } from './held.ts';
export { limitOf } from './standing.ts';
export { limitParts } from './store.ts';
