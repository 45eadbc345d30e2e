// The entry point of complaints, transfer claims and feedback.

export { transferCases } from './answer.ts';
export { exportFeedback, type FeedbackPersonalData } from './feedback/feedback.ts';
export { lateFeedback, warnOfLateComplaints, warnOfLateFeedback } from './late.ts';
export { type ComplaintPersonalData, exportPersonalData, pictureFilesOf } from './personal-data.ts';
export { deleteComplaintPictures, sweepComplaintFiles } from './retention.ts';
export { borrowerOfComplaint } from './store.ts';
