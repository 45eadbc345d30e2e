// All SQL for message deliveries.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

/**
 * A message whose next delivery check is due. `asked` is the number of checks, including this one.
 */
export type DeliveryCheck = {
  messageId: string;
  gateway: string;
  gatewayId: string;
  kind: string;
  asked: number;
};
export type DeliveryEnd = { messageId: string; state: 'delivered' | 'notDelivered' | 'unknown' };

/**
 * Claims messages whose check is due, and schedules their next check in case this server stops.
 * `waitsMs` are the waits before each check, in ms of wall time; the last one repeats.
 */
export async function claimDueChecks(
  db: Read,
  wall: Temporal.Instant,
  limit: number,
  waitsMs: readonly number[],
): Promise<DeliveryCheck[]> {
  const { rows } = await sql<DeliveryCheck>`
    with due as (select message_id from message_deliveries where next_check_at <= ${wall}
      order by next_check_at limit ${limit} for update skip locked)
    update message_deliveries d set asked = d.asked + 1,
      next_check_at = ${wall}::timestamptz
        + (${waitsMs}::bigint[])[least(d.asked + 2, ${waitsMs.length}::int)] * interval '1 ms'
    from due join messages m on m.id = due.message_id where d.message_id = due.message_id
    returning d.message_id as "messageId", m.gateway, m.gateway_id as "gatewayId", m.kind,
      d.asked`.execute(db);
  return rows;
}

/** Stores the final delivery state of each message, once per message. */
export async function setDeliveryStates(
  db: Read,
  ends: readonly DeliveryEnd[],
  wall: Temporal.Instant,
): Promise<void> {
  if (ends.length === 0) return;
  const [ids, states] = [ends.map(({ messageId }) => messageId), ends.map(({ state }) => state)];
  await sql`update message_deliveries d
    set state = e.state, next_check_at = null, reported_at = ${wall}
    from unnest(${ids}::uuid[], ${states}::text[]) as e (message_id, state)
    where d.message_id = e.message_id and d.state = 'underway'`.execute(db);
}
