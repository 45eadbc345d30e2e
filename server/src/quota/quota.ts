// The quota slice's door.
export { quotaCalls } from './calls.ts';
export { type QuotaHeld, whatWeHold } from './held.ts';
export { warnOfLateRequests } from './late.ts';
export { quotaOf } from './standing.ts';
export { takeGrowthBack } from './take-back.ts';
