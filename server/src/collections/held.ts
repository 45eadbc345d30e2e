// What this slice knows of a person, for their own copy of it.

import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import { callsHeld } from './store.ts';

/** Calls about overdue bills, with what was noted. */
export type CollectionsHeld = { calls: { loanId: string; at: Temporal.Instant; outcome: string; note: string | null }[] };

export async function exportPersonalData({ sealer }: Pick<AppContext, 'sealer'>, read: Read, borrowerId: string): Promise<CollectionsHeld> {
  const calls = await callsHeld(read, borrowerId);
  return {
    calls: calls.map((call) => ({
      loanId: call.loan_id,
      at: call.called_at,
      outcome: call.outcome,
      note: call.note_sealed && sealer.open('call note', call.id, call.note_sealed),
    })),
  };
}
