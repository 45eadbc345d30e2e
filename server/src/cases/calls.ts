import {
  complaintCreate,
  complaintDetail,
  complaintList,
  complaintPdf,
  complaintPicture,
  complaintPictureShow,
  complaintWrite,
} from '@sandali/contract/cases.ts';
import {
  feedbackClose,
  feedbackList,
  feedbackSubmit,
  tradePopCheck,
} from '@sandali/contract/home.ts';
import { type Served, serveRead, serveWrite } from '#/context/serve.ts';
import { addPicture, showPdf, showPicture, showPictures, storePicture } from './add-picture.ts';
import { createComplaint, showCreated } from './create.ts';
import {
  closeFeedback,
  listFeedback,
  popOf,
  popParts,
  submitFeedback,
} from './feedback/feedback.ts';
import { detailParts, listComplaints, listParts, showComplaint } from './list.ts';
import { showTurn, writeTurn } from './write.ts';

const nothing = async () => ({});

export const caseCalls: Served[] = [
  serveWrite(complaintCreate, { run: createComplaint, show: showCreated }),
  serveWrite(complaintPicture, { before: storePicture, run: addPicture, show: showPictures }),
  serveWrite(complaintWrite, { run: writeTurn, show: showTurn }),
  serveRead(complaintList, { parts: listParts, params: () => ({}), answer: listComplaints }),
  serveRead(complaintDetail, {
    parts: detailParts,
    params: (_ctx, { complaintId }) => ({ complaintId }),
    answer: showComplaint,
  }),
  serveRead(complaintPictureShow, showPicture),
  serveRead(complaintPdf, showPdf),
  serveWrite(feedbackSubmit, { run: submitFeedback, show: nothing }),
  serveWrite(feedbackClose, { run: closeFeedback, show: nothing }),
  serveRead(feedbackList, listFeedback),
  serveRead(tradePopCheck, { parts: popParts, params: () => ({}), answer: popOf }),
];
