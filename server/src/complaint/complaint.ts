// The complaint slice's door.
export { complaintCalls } from './calls.ts';
export { type ComplaintHeld, pictureFilesOf, whatWeHold } from './held.ts';
export { warnOfLateComplaints } from './late.ts';
export { deleteComplaintPictures, sweepComplaintFiles } from './retention.ts';
export { borrowerOfComplaint } from './store.ts';
export { transferCases } from './transfer.ts';
