// The entry point of the credit slice, for the router, the worker and other slices.

export { homeAddressFrom } from './application/address.ts';
export {
  checkIdNumberTaken,
  correctIdNumber,
  correctPersonal,
  personalOf,
} from './application/correct.ts';
export { newestDraftPart, workDraftPart } from './application/draft.store.ts';
export { deleteDrafts, draftsSince, nextDraftStep } from './application/draft.ts';
export {
  deleteRefusedPictures,
  deleteUnsentPictures,
  sweepOrphanPictures,
} from './application/retention.ts';
export { creditCalls } from './calls.ts';
export {
  holdCreditQuery,
  type Line,
  lineChangesOf,
  lineOf,
  linePart,
  lockLine,
  lowerLine,
  raiseLine,
  releaseHeldCredit,
  releaseUsedCredit,
  useCreditAgain,
  useHeldCredit,
} from './line.ts';
export { borrowersWithHeldLines, checkLineHeld, screenLines } from './lines/screen-lines.ts';
export { countLineHolds, isLineHeldPart } from './lines/store.ts';
export { alarmForUntaken } from './manual/lease.ts';
export { noteAllSeen } from './manual/looks.ts';
export { alarmsOfReview } from './manual/store.ts';
export type { KnownName } from './names.ts';
export {
  type CreditPersonalData,
  exportPersonalData,
  hasFacebookLink,
  idNumberOf,
  knownName,
  knownNameIn,
  knownPicture,
  paydayIn,
  removeFacebookLink,
  sentPictures,
} from './personal-data.ts';
export { creditStatusFrom, creditStatusOf, shownCreditStatus } from './query.ts';
export { removeReference } from './references/references.ts';
export { warnOfLateDisputes } from './rejection/dispute.ts';
export { exportRejections, type RejectionPersonalData } from './rejection/personal-data.ts';

export {
  type Affordable,
  affordableIn,
  estimatedLine,
  leastIncomeNow,
} from './review/affordability.ts';
export { decideManually } from './review/decide-manually.ts';
export {
  type GrantableLimits,
  grantableLimitsById,
  whyNotGranted,
} from './review/grantable-limits.ts';
export { reviewAgain } from './review/review-again.ts';
export { alarmForLate, lateAnswers, reviewDue } from './review/review-due.ts';
export { explainRules } from './review/why.ts';
export { personalPart, type Standing, standingPart } from './store.ts';
export { deleteOldSuspicions } from './suspicion/store.ts';
