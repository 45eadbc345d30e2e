// The entry point of the cases slice: complaints, transfer claims and feedback.

export { transferCases } from './answer.ts';
export { lateFeedback, warnOfLateComplaints, warnOfLateFeedback } from './late.ts';
export {
  type ComplaintPersonalData,
  exportFeedback,
  exportPersonalData,
  type FeedbackPersonalData,
  pictureFilesOf,
} from './personal-data.ts';
export { deleteComplaintPictures, sweepComplaintFiles } from './retention.ts';
export { clockState } from './rules.ts';
