// The door of the credit slice: what the router, the worker and the other slices may use.

export { correctIdNumber, correctPersonal, isIdNumberOfAnother, type PersonalChange, personalOf } from './application/correct.ts';
export { forgetDrafts, stepToGoOn } from './application/draft.ts';
export { deleteRefusedPictures, deleteUnsentPictures, sweepOrphanPictures } from './application/retention.ts';
export { creditCalls } from './calls.ts';
export {
  type CreditHeld,
  exportPersonalData,
  forgetFacebookLink,
  hasFacebookLink,
  idNumberOf,
  knownName,
  knownPicture,
  removePictureFiles,
  sentPictures,
} from './held.ts';
export {
  holdOnLine,
  holdToUsed,
  type Line,
  lineChangesOf,
  lineOf,
  lockLine,
  lowerLine,
  raiseLine,
  releaseHold,
  releaseUsedCredit,
} from './line.ts';
export { isLineHeld, linesHeld, screenLines } from './lines/screen-lines.ts';
export { countHolds } from './lines/store.ts';
export { alarmForUntaken } from './manual/lease.ts';
export { alarmsOfReview } from './manual/store.ts';
export { fullNameOf, type KnownName } from './names.ts';
export { creditOf, type Standing, shownStanding } from './query.ts';
export { removeContact } from './references/references.ts';
export { warnOfLateDisputes } from './rejection/dispute.ts';
export { exportRejections, type RejectionsHeld } from './rejection/held.ts';
export { type Refusal, refusalOf } from './rejection/reason.ts';
export { refusalReasonsOf } from './rejection/store.ts';
export { type Affordable, affordableOf } from './review/affordability.ts';
export { decideManually, type ManualOutcome } from './review/decide-manually.ts';
export { reviewAgain } from './review/review-again.ts';
export { alarmForLate, lateAnswers, reviewDue } from './review/review-due.ts';
export { explained } from './review/why.ts';
