// The entry point of the account slice: what the router and the other slices may use.
export { accountCalls } from './calls.ts';
export { type Holds, holdsOf, holdsPart } from './change-phone.store.ts';
export { pictureAnswerOf } from './code/captcha.ts';
export { deleteExpiredCodes } from './code/challenge.store.ts';
export { alarmForCodes, checkCode, unusedCodes } from './code/code.ts';
export { screeningFactsOf, sharedDevices } from './login/device.store.ts';
export { trustDevice } from './login/devices.ts';
export { forgetSessions } from './login/session.store.ts';
export {
  endSession,
  openSession,
  sessions,
  tokenHashOf,
} from './login/session.ts';
export { acceptPasskey, type CheckedPasskey, checkPasskey } from './passkey/proof.ts';
export {
  checkPassword,
  expireProof,
  type FreshProof,
  freshProofOf,
  hasFreshProof,
  keepProofQueries,
  needFreshProof,
  prepareFreshProof,
  refuseWithoutProof,
} from './password/fresh-proof.ts';
export {
  type AccountPersonalData,
  accountHoldByChange,
  borrowerExists,
  borrowerOfPhone,
  counterHold,
  exportPersonalData,
  knownNameOf,
  lockBorrower,
  lockIfThere,
  namesFrom,
  newAccountHoldHoursLeft,
  openSessionCounts,
  phoneChangeableFrom,
  phoneFrom,
  phoneOf,
  recipientOf,
  recipientsOf,
  setKnownName,
} from './person.ts';
export { answerDayOf, newNumberOf, recoveryPicturePurpose } from './recovery/picture.ts';
export {
  deleteRecoveryPictures,
  lateRecoveries,
  settleRecoveries,
  sweepRecoveryFiles,
  warnOfLateRecoveries,
} from './recovery/settle.ts';
export { endUnsuccessfully as endRecovery } from './recovery/stop.ts';
export * as recoveries from './recovery/store.ts';
export { accountHoldHoursLeft, newAccountsHoldHours } from './rules.ts';
export { hasPasswordPart, namesPart, phonePart, profilePart } from './store.ts';
export { profileOf } from './view.ts';
