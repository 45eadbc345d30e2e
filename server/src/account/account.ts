// The entry point of the account slice, for the other slices.
export { accountAlarms } from './alarms.ts';
export { type PreparedBankProof, prepareBankProof, useBankProof } from './bank-proof.ts';
export { pictureAnswerOf } from './code/captcha.ts';
export type { Holds } from './holds.ts';
export { trustDevice } from './login/devices.ts';
export { sessions } from './login/session.ts';
export { hasPasswordPart, holdsPart, namesPart, phonePart, profilePart } from './parts.ts';
export {
  expireProof,
  type FreshProof,
  freshProofQueries,
  hasFreshProof,
  needFreshProof,
  prepareFreshProof,
} from './password/fresh-proof.ts';
export {
  type AccountPersonalData,
  accessCounts,
  accountFilesOf,
  borrowerExists,
  borrowerOfPhone,
  borrowersOnSameDevices,
  exportPersonalData,
  knownNameOf,
  lockBorrower,
  lockIfThere,
  newAccountHoldHoursLeft,
  peopleOf,
  phoneOf,
  recipientOf,
  recipientsOf,
  screeningFactsOf,
  setKnownName,
} from './person.ts';
export { recoveriesOpen } from './recovery/open.ts';
export { settleRecoveries } from './recovery/settle.ts';
export { accountHoldHoursLeft, newAccountsHoldHours } from './rules.ts';
