// The entry point of the privacy slice.
export { privacyCalls } from './calls.ts';
export { eraseHeldAccounts } from './erase-held.ts';
