// The home slice's door.
export { homeCalls } from './calls.ts';
export { eraseHeldAccounts } from './privacy/erase-held.ts';
