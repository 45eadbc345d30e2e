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

export const allCommands: readonly Command[] = [
  personCorrect,
  personCorrections,
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
