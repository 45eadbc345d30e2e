// Retention periods and deadlines for responses, in business time unless noted. A test compares
// them with docs/lenders/privacy.md.

/** Days from a rejection, or the response to its dispute, to the deletion of its pictures. */
export const refusedPicturesDays = 90;
/** Days from the upload of a picture to its deletion if no application uses it. */
export const unsentPicturesDays = 30;
/**
 * Days in which a rejection can be disputed. Fewer than `refusedPicturesDays`, because a dispute
 * needs the pictures.
 */
export const disputeWithinDays = 60;
/** Working days to answer a dispute. */
export const disputeAnswerWorkingDays = 10;
export const disputesPerDecision = 2;
/** Days from the closing of a complaint to the deletion of its receipt pictures. */
export const complaintPicturesDays = 90;
/** Days from the end of an account recovery to the deletion of its pictures. */
export const recoveryPicturesDays = 90;
/**
 * Days of wall time after which a webhook's body is deleted. A break is settled sooner than that.
 */
export const webhookWordsDays = 90;
/** Days of wall time for which staff and the borrower can see an ended session. */
export const sessionsDays = 365;
/** Days of wall time after which a delivery attempt with a known result is deleted. */
export const messageAttemptsDays = 90;
/** Days from the decision on a suspicion to the deletion of its record: five years (RA 9160). */
export const suspicionReportsDays = 1827;
/** Days after which a quote without a loan is deleted. */
export const quotesDays = 30;
