// How long data is kept and how long an answer may take, in business time unless noted. A test
// compares these periods with docs/lenders/privacy.md.

/** Days after a refusal, or the answer to its dispute, until its pictures are deleted. */
export const refusedPicturesDays = 90;
/** Days after an upload until a picture that belongs to no application is deleted. */
export const unsentPicturesDays = 30;
/** Fewer than `refusedPicturesDays`, as a dispute needs the pictures. */
export const disputeWithinDays = 60;
/** Working days to answer a dispute. */
export const disputeAnswerWorkingDays = 10;
export const disputesPerDecision = 2;
/** Days after a complaint is closed until its receipt pictures are deleted. */
export const complaintPicturesDays = 90;
/** Days after a recovery ends until its pictures are deleted. */
export const recoveryPicturesDays = 90;
/** Days until a webhook's body is deleted: longer than a difference takes to settle. Real time. */
export const webhookWordsDays = 90;
/** Days that staff and the borrower can still see an ended session. Real time. */
export const sessionsDays = 365;
/** Days until an attempt to send a message with a known result is deleted. Real time. */
export const messageAttemptsDays = 90;
/** Days after the decision on a suspicion until its record is deleted: five years (RA 9160). */
export const suspicionReportsDays = 1827;
/** Days that a quote without a loan is kept. */
export const quotesDays = 30;
