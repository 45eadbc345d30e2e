// The recoveries that wait for an answer or for their approved change, for lists of open cases.
import type { Day, Holidays } from '@sandali/contract/day.ts';
import type { Read } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import { answerDayOf } from './picture.ts';
import { openRecoveries } from './store.ts';

export type OpenRecovery = {
  id: string;
  borrowerId: string;
  askedAt: Temporal.Instant;
  /** The last Manila day for the answer; null once it is approved. */
  answerBy: Day | null;
  state: 'waits' | 'proposed' | 'approved';
};

/** Returns the open recoveries of all borrowers or one, oldest first. */
export async function recoveriesOpen(
  { holidays }: { holidays: Holidays },
  read: Read,
  borrowerId?: string,
): Promise<OpenRecovery[]> {
  return (await openRecoveries(read, borrowerId)).map((row) => {
    invariant(row.asked_at && row.borrower_id, 'a listed recovery has been requested');
    const state = row.approved_at ? 'approved' : row.approval_id ? 'proposed' : 'waits';
    return {
      id: row.id,
      borrowerId: row.borrower_id,
      askedAt: row.asked_at,
      answerBy: state === 'approved' ? null : answerDayOf(row.asked_at, holidays),
      state,
    };
  });
}
