// The entry point of the credit slice, for the worker and other slices.

export { creditAlarms } from './alarms.ts';
export {
  checkIdNumberTaken,
  correctIdNumber,
  correctPersonal,
  personalOf,
} from './application/correct.ts';
export { draftsSince, nextDraftStep } from './application/draft.ts';
export { borrowersWithHeldLines, checkLineHeld, screenLines } from './lines/screen-lines.ts';
export { noteAllSeen } from './manual/looks.ts';
export { birthYearsOf, borrowersWithName } from './name-keys/name-keys.ts';
export {
  homeAddressPart,
  isLineHeldPart,
  newestDraftPart,
  requestedPicturesPart,
  type Standing,
  standingPart,
  workDraftPart,
} from './parts.ts';
export {
  type CreditPersonalData,
  exportPersonalData,
  idNumberOf,
  knownName,
  knownPicture,
  removeFacebookLink,
  sentPictures,
} from './personal-data.ts';
export { creditStatusFrom, creditStatusOf, shownCreditStatus } from './query.ts';
export { exportRejections } from './rejection/personal-data.ts';
export {
  type Affordable,
  affordableIn,
  estimatedLine,
  leastIncomeNow,
} from './review/affordability.ts';
export { decideManually } from './review/decide-manually.ts';
export {
  grantableLimitsById,
  whyNotGranted,
} from './review/grantable-limits.ts';
export { reviewDue } from './review/review-due.ts';
export { explainRules } from './review/why.ts';
