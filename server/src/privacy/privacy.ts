export { privacyCalls } from './calls.ts';
export { eraseHeldAccounts } from './erase-held.ts';
