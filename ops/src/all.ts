// The one list of commands, in the order of the help.
import type { Command } from './command.ts';
import { complaintAcknowledge } from './commands/complaint-acknowledge.ts';
import { complaintAnswer } from './commands/complaint-answer.ts';
import { complaintClose } from './commands/complaint-close.ts';
import { complaintList } from './commands/complaint-list.ts';
import { complaintPhoto } from './commands/complaint-photo.ts';
import { complaintShow } from './commands/complaint-show.ts';
import { feedbackAnswer } from './commands/feedback-answer.ts';
import { feedbackList } from './commands/feedback-list.ts';
import { feedbackShow } from './commands/feedback-show.ts';
import { personCorrect } from './commands/person-correct.ts';
import { personCorrections } from './commands/person-corrections.ts';
import { quotaDecline } from './commands/quota-decline.ts';
import { quotaGrant } from './commands/quota-grant.ts';
import { quotaList } from './commands/quota-list.ts';
import { quotaShow } from './commands/quota-show.ts';
import { requestsAnswer } from './commands/requests-answer.ts';
import { requestsList } from './commands/requests-list.ts';
import { requestsShow } from './commands/requests-show.ts';
import { reviewApprove } from './commands/review-approve.ts';
import { reviewCallLog } from './commands/review-call-log.ts';
import { reviewConfirm } from './commands/review-confirm.ts';
import { reviewDecline } from './commands/review-decline.ts';
import { reviewList } from './commands/review-list.ts';
import { reviewPhoto } from './commands/review-photo.ts';
import { reviewReject } from './commands/review-reject.ts';
import { reviewRelease } from './commands/review-release.ts';
import { reviewShow } from './commands/review-show.ts';
import { reviewTake } from './commands/review-take.ts';
import { reviewWhy } from './commands/review-why.ts';
import { screeningClear } from './commands/screening-clear.ts';
import { screeningHold } from './commands/screening-hold.ts';
import { screeningHolds } from './commands/screening-holds.ts';
import { screeningImport } from './commands/screening-import.ts';
import { screeningList } from './commands/screening-list.ts';
import { screeningShow } from './commands/screening-show.ts';

export const allCommands: readonly Command[] = [
  personCorrect,
  personCorrections,
  reviewList,
  reviewTake,
  reviewRelease,
  reviewShow,
  reviewPhoto,
  reviewCallLog,
  reviewApprove,
  reviewReject,
  reviewConfirm,
  reviewDecline,
  reviewWhy,
  screeningList,
  screeningShow,
  screeningImport,
  screeningHolds,
  screeningHold,
  screeningClear,
  complaintList,
  complaintShow,
  complaintPhoto,
  complaintAcknowledge,
  complaintAnswer,
  complaintClose,
  quotaList,
  quotaShow,
  quotaGrant,
  quotaDecline,
  requestsList,
  requestsShow,
  requestsAnswer,
  feedbackList,
  feedbackShow,
  feedbackAnswer,
];
