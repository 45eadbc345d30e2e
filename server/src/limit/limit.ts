// The quota slice's door.
export { quotaCalls } from './calls.ts';
export { exportPersonalData, type QuotaHeld } from './held.ts';
export { warnOfLateRequests } from './late.ts';
export { quotaOf } from './standing.ts';
export { takeGrowthBack } from './take-back.ts';
