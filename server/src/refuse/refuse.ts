// The refuse slice's door.
export { refuseCalls } from './calls.ts';
export { type RefuseHeld, whatWeHold } from './held.ts';
export { warnOfLateDisputes } from './late.ts';
