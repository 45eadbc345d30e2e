// The calls of complaints and of feedback.
import { complaintCreate, complaintList, complaintPicture } from '@sandali/contract/cases.ts';
import { feedbackClose, feedbackList, feedbackSubmit, tradePopCheck } from '@sandali/contract/home.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { addPicture, showPictures, storePicture } from './add-picture.ts';
import { createComplaint, showCreated } from './create.ts';
import { closeFeedback, listFeedback, popOf, submitFeedback } from './feedback/feedback.ts';
import { listComplaints } from './list.ts';

const nothing = async () => ({});

export const caseCalls: Served[] = [
  serveWrite(complaintCreate, { run: createComplaint, show: showCreated }),
  serveWrite(complaintPicture, { before: storePicture, run: addPicture, show: showPictures }),
  serveRead(complaintList, listComplaints),
  serveWrite(feedbackSubmit, { run: submitFeedback, show: nothing }),
  serveWrite(feedbackClose, { run: closeFeedback, show: nothing }),
  serveRead(feedbackList, listFeedback),
  serveRead(tradePopCheck, popOf),
];
