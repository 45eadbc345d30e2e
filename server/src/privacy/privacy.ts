// The door of what a borrower, and staff for them, may do about their data.
export { privacyCalls } from './calls.ts';
export { eraseHeldAccounts } from './erase-held.ts';
