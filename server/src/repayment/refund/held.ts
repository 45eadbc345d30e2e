// What this slice knows of a person, for their own copy of it.
import type { Read } from '#/db/database.ts';
import { refundsOf } from './store.ts';

export type RefundHeld = {
  amountCentavos: number;
  receiver: string;
  state: string;
  orderedAt: Temporal.Instant;
  endedAt: Temporal.Instant | null;
}[];

/** Every refund of a person, the oldest first. */
export async function exportRefunds(read: Read, borrowerId: string): Promise<RefundHeld> {
  return (await refundsOf(read, borrowerId)).map((row) => ({
    amountCentavos: Number(row.amount_centavos),
    receiver: `${row.receiver_label} ••${row.receiver_last4}`,
    state: row.state,
    orderedAt: row.ordered_at,
    endedAt: row.ended_at,
  }));
}
