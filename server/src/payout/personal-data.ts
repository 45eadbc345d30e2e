import type { AppContext } from '#/context/app-context.ts';
import type { Read } from '#/db/database.ts';
import type { Receiver } from './order.ts';
import { payoutsOf } from './store.ts';

export type PayoutPersonalData = {
  kind: string;
  amountCentavos: number;
  channel: string;
  rail: string | null;
  state: string;
  receiver: Receiver;
  orderedAt: Temporal.Instant;
  paidAt: Temporal.Instant | null;
}[];

/** Returns a borrower's payouts with unsealed receivers, oldest first. */
export async function exportPersonalData(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  borrowerId: string,
): Promise<PayoutPersonalData> {
  return (await payoutsOf(read, borrowerId)).map((row) => ({
    kind: row.kind,
    amountCentavos: Number(row.amount_centavos),
    channel: row.channel,
    rail: row.rail,
    state: row.state,
    receiver: JSON.parse(sealer.open('receiver', row.id, row.receiver_sealed)) as Receiver,
    orderedAt: row.ordered_at,
    paidAt: row.paid_at,
  }));
}
