// The personal data of rejections and disputes, for the data export.

import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { disputesOfBorrower, rejectionNoticesOf } from './store.ts';

type RejectionPersonalData = {
  reasons: { reasonGroup: string; words: string; toldAt: Temporal.Instant }[];
  disputes: {
    words: string | null;
    askedAt: Temporal.Instant;
    dueOn: Temporal.PlainDate;
    answeredAt: Temporal.Instant | null;
    outcome: string | null;
    answer: string | null;
  }[];
};

/** Returns the rejections that a borrower was notified of, and their disputes. */
export async function exportRejections(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerId: string,
): Promise<RejectionPersonalData> {
  const [reasons, disputes] = await Promise.all([
    rejectionNoticesOf(read, borrowerId),
    disputesOfBorrower(read, borrowerId),
  ]);
  return {
    reasons: reasons.map((row) => ({
      reasonGroup: row.reason_group,
      words: row.words,
      toldAt: row.notified_at,
    })),
    disputes: disputes.map((row) => ({
      words: row.text_sealed && sealer.open('dispute', row.id, row.text_sealed),
      askedAt: row.asked_at,
      dueOn: row.due_on,
      answeredAt: row.answered_at,
      outcome: row.outcome,
      answer: row.answer_sealed && sealer.open('dispute answer', row.id, row.answer_sealed),
    })),
  };
}
