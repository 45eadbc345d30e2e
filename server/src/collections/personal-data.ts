// The export of a borrower's collection calls.
import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { callsOf } from './store.ts';

/** Calls about overdue bills, with their notes. */
export type CollectionsPersonalData = {
  calls: { loanId: string; at: Temporal.Instant; outcome: string; note: string | null }[];
};

export async function exportPersonalData(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerId: string,
): Promise<CollectionsPersonalData> {
  const calls = await callsOf(read, borrowerId);
  return {
    calls: calls.map((call) => ({
      loanId: call.loan_id,
      at: call.called_at,
      outcome: call.outcome,
      note: call.note_sealed && sealer.open('call note', call.id, call.note_sealed),
    })),
  };
}
