export { accountListParts, type PayoutAccount } from './accounts.ts';
export {
  type AccountAsListed,
  accountAsListed,
  accountPart,
  hasBankCardPart,
  selectAccount,
} from './parts.ts';
export { channelOfKind } from './provider.ts';
export {
  arrivalExpected,
  arrivalHoldsUntilMs,
  maximumOnRails,
  maximumPayment,
  routeFor,
  soonestArrival,
  usualArrival,
  waysOf,
} from './rails.ts';
export {
  type AccountSummary,
  accountForPayout,
  accountSummariesFrom,
  accountSummaryById,
  accountSummaryFrom,
  expectedOn,
  exportPersonalData,
  type PayoutAccountPersonalData,
  payoutAccountsOf,
  readAccountSummaries,
} from './receiver.ts';
