// The door of the credit slice: what the router, the worker and the other slices may use.
export { type Affordable, affordableOf } from './affordability.ts';
export { creditCalls } from './calls.ts';
export { correctIdNumber, correctPersonal, isIdNumberOfAnother, type PersonalChange, personalOf } from './correct.ts';
export { decideManually, type ManualOutcome } from './decide-manually.ts';
export { forgetDrafts, stepToGoOn } from './draft.ts';
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
export { alarmForLate, lateAnswers } from './late-answers.ts';
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
export { isLineHeld, linesHeld } from './lines/held.ts';
export { screenLines } from './lines/screen-lines.ts';
export { countHolds } from './lines/store.ts';
export { alarmForUntaken } from './manual/alarm.ts';
export { alarmsOfReview } from './manual/store.ts';
export { fullNameOf, type KnownName } from './names.ts';
export { creditOf, type Standing, shownStanding } from './query.ts';
export { refusalReasonsOf } from './refusal.store.ts';
export { type Refusal, refusalOf } from './refusal.ts';
export { exportRejections, type RejectionsHeld } from './rejection/held.ts';
export { warnOfLateDisputes } from './rejection/late.ts';
export { removeContact } from './remove-contact.ts';
export { deleteRefusedPictures, deleteUnsentPictures } from './retention.ts';
export { reviewAgain } from './review-again.ts';
export { reviewDue } from './review-due.ts';
export { sweepOrphanPictures } from './sweep.ts';
export { explained } from './why.ts';
