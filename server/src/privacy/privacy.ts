// The public entry of the privacy slice: borrowers' calls about their data, and their erasure.
export { privacyCalls } from './calls.ts';
export { eraseHeldAccounts } from './erase-held.ts';
