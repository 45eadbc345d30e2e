// The quota slice's door.
export { limitCalls } from './calls.ts';
export { exportPersonalData, type LimitHeld } from './held.ts';
export { warnOfLateRequests } from './late.ts';
export { quotaOf } from './standing.ts';
export { reverseGrowth } from './take-back.ts';
