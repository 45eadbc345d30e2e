export { eraseHeldAccounts } from './erase-held.ts';
