// All SQL of feedback.
import type { Read, Tx } from '#/db/database.ts';

export type NewFeedback = {
  id: string;
  borrowerId: string;
  type: number;
  wantedCentavos: number | null;
  wantedTermDays: number | null;
  commentSealed: Buffer | null;
  sentAt: Temporal.Instant;
};

export async function insertFeedback(tx: Tx, feedback: NewFeedback): Promise<void> {
  await tx
    .insertInto('feedback')
    .values({
      id: feedback.id,
      borrower_id: feedback.borrowerId,
      type: feedback.type,
      wanted_centavos: feedback.wantedCentavos === null ? null : BigInt(feedback.wantedCentavos),
      wanted_term_days: feedback.wantedTermDays,
      comment_sealed: feedback.commentSealed,
      sent_at: feedback.sentAt,
    })
    .execute();
}

/** Keeps when the dialog was closed; a later closing takes the place of an earlier one. */
export async function keepClosing(tx: Tx, borrowerId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('feedback_closings')
    .values({ borrower_id: borrowerId, closed_at: at })
    .onConflict((clash) => clash.column('borrower_id').doUpdateSet({ closed_at: at }))
    .execute();
}

/** When the borrower last sent the dialog or closed it, in business time; null for never. */
export async function lastAnswered(read: Read, borrowerId: string): Promise<Temporal.Instant | null> {
  const [sent, closed] = await Promise.all([
    read.selectFrom('feedback').select('sent_at').where('borrower_id', '=', borrowerId).orderBy('sent_at', 'desc').executeTakeFirst(),
    read.selectFrom('feedback_closings').select('closed_at').where('borrower_id', '=', borrowerId).executeTakeFirst(),
  ]);
  const moments = [sent?.sent_at, closed?.closed_at].filter((at) => at !== undefined);
  return moments.sort(Temporal.Instant.compare).at(-1) ?? null;
}

/** Everything a borrower said, the oldest first. */
export async function feedbackOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('feedback')
    .select(['id', 'type', 'wanted_centavos', 'wanted_term_days', 'comment_sealed', 'sent_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('sent_at')
    .execute();
}
