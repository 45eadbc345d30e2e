// The door of complaints, transfers that are asked for, and feedback.
export { caseCalls } from './calls.ts';
export { feedbackOf } from './feedback.store.ts';
export { opened } from './feedback.ts';
export { type ComplaintHeld, exportPersonalData, pictureFilesOf } from './held.ts';
export { warnOfLateComplaints } from './late.ts';
export { lateFeedback, warnOfLateFeedback } from './late-feedback.ts';
export { deleteComplaintPictures, sweepComplaintFiles } from './retention.ts';
export { borrowerOfComplaint } from './store.ts';
export { transferCases } from './transfer.ts';
