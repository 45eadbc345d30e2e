// All SQL of what staff see of messages: how they fared, never what they say.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

type Try = { gateway: string; askedAt: string; outcome: string | null; gatewayId: string | null; why: string | null };

const tries = sql<Try[]>`coalesce((select json_agg(json_build_object('gateway', t.gateway, 'askedAt', t.asked_at, 'outcome', t.outcome,
  'gatewayId', t.gateway_id, 'why', t.detail) order by t.number) from message_attempts t where t.message_id = m.id), '[]')`;

/** Messages with their tries, the newest first: all, or those to a number. */
export async function messageLog(read: Read, of: { toHash?: Buffer; limit: number }) {
  let query = read
    .selectFrom('messages as m')
    .leftJoin('message_deliveries as d', 'd.message_id', 'm.id')
    .select([
      'd.state as delivery',
      'm.id',
      'm.kind',
      'm.to_sealed',
      'm.queued_at',
      'm.sent_at',
      'm.state',
      'm.held_until',
      tries.as('tries'),
    ])
    .orderBy('m.queued_at', 'desc')
    .limit(of.limit);
  if (of.toHash) query = query.where('m.to_hash', '=', of.toHash);
  return await query.execute();
}
