// All SQL about what became of messages.
import type { Tx } from '#/db/database.ts';

/** A message that its gateway is about to be asked about; `asked` counts this question too. */
export type DeliveryCheck = { messageId: string; gateway: string; gatewayId: string; kind: string; asked: number };

/**
 * Claims messages whose check is due. The next check is scheduled before this one is made, so that it takes place even if the program stops;
 * `inMs` returns in how many ms of real time it is due, or null if this check is the last.
 */
export async function claimDueChecks(
  tx: Tx,
  wall: Temporal.Instant,
  limit: number,
  inMs: (asked: number) => number | null,
): Promise<DeliveryCheck[]> {
  const rows = await tx
    .selectFrom('message_deliveries')
    .innerJoin('messages', 'messages.id', 'message_deliveries.message_id')
    .select(['message_id as messageId', 'gateway', 'gateway_id as gatewayId', 'kind', 'asked'])
    .where('next_check_at', '<=', wall)
    .orderBy('next_check_at')
    .limit(limit)
    .forUpdate('message_deliveries')
    .skipLocked()
    .execute();
  const taken = rows.map((row) => ({ ...row, gateway: row.gateway ?? '', gatewayId: row.gatewayId ?? '', asked: row.asked + 1 }));
  for (const { messageId, asked } of taken) {
    const next_check_at = wall.add({ milliseconds: inMs(asked) ?? inMs(asked - 1) ?? 0 });
    await tx.updateTable('message_deliveries').set({ asked, next_check_at }).where('message_id', '=', messageId).execute();
  }
  return taken;
}

/** Keeps what became of a message; the first answer stays. */
export async function setDeliveryState(
  tx: Tx,
  messageId: string,
  state: 'delivered' | 'notDelivered' | 'unknown',
  wall: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('message_deliveries')
    .set({ state, next_check_at: null, reported_at: wall })
    .where('message_id', '=', messageId)
    .where('state', '=', 'underway')
    .execute();
}
