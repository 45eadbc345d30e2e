export { warnOfLateRequests } from './apply.ts';
export { reverseGrowth } from './change-limit.ts';
export { limitParts } from './parts.ts';
export { exportPersonalData, type LimitPersonalData } from './personal-data.ts';
export { limitOf } from './standing.ts';
