// The door of the payee slice: what the router and the other slices may use.
export type { PayoutAccount } from './accounts.ts';
export { payeeCalls } from './calls.ts';
export { codeFor, mostPaid } from './rails.ts';
export {
  type AccountShort,
  accountForPayout,
  accountShort,
  accountsShort,
  hasBankCard,
  type PayeeHeld,
  whatWeHold,
} from './receiver.ts';
