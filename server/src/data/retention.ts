// How long data is kept and how long an answer may take. docs/lenders/privacy.md has the same
// periods; a test compares the two.

/**
 * Days after a refusal (or the answer to its dispute) until the pictures that were sent are
 * deleted. Business time.
 */
export const refusedPicturesDays = 90;
/**
 * Days after a picture came until it is deleted where no application was sent with it. Business
 * time.
 */
export const unsentPicturesDays = 30;
/**
 * Days after a refusal within which it can be disputed: fewer than its pictures are kept, as
 * somebody must be able to look again.
 */
export const disputeWithinDays = 60;
/** Working days within which a dispute is answered. */
export const disputeAnswerWorkingDays = 10;
/** How often one decision can be disputed. */
export const disputesPerDecision = 2;
/**
 * Days after a complaint was closed until the pictures of receipts that came with it are deleted.
 * Business time.
 */
export const complaintPicturesDays = 90;
/** Days after a recovery ended until the pictures that came with it are deleted. Business time. */
export const recoveryPicturesDays = 90;
/**
 * Days after a webhook came until its body is deleted: longer than a gateway takes to settle a
 * difference. Real time.
 */
export const webhookWordsDays = 90;
/**
 * Days after a session ended until it is deleted: staff and its owner see until then who was logged
 * in. Real time.
 */
export const sessionsDays = 365;
/**
 * Days after an attempt to send a message until it is deleted, where it is known what came of it.
 * Real time.
 */
export const messageAttemptsDays = 90;
/**
 * Days after a suspicion was decided on until its record is deleted: five years (RA 9160). Business
 * time.
 */
export const suspicionReportsDays = 1827;
/** Days that a quote is kept from which no loan was taken. */
export const quotesDays = 30;
