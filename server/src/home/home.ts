// The home slice's door.
export { homeCalls } from './calls.ts';
export { lateFeedback, warnOfLateFeedback } from './late-feedback.ts';
export { eraseHeldAccounts } from './privacy/erase-held.ts';
