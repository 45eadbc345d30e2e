// All SQL of what staff see of messages: how they fared, never what they say.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

type Try = { gateway: string; askedAt: string; outcome: string | null; gatewayId: string | null; why: string | null };

const tries = sql<Try[]>`coalesce((select json_agg(json_build_object('gateway', t.gateway, 'askedAt', t.asked_at, 'outcome', t.outcome,
  'gatewayId', t.gateway_id, 'why', t.why) order by t.number) from message_tries t where t.message_id = m.id), '[]')`;

/** Messages with their tries, the newest first: all, those to a number, or those to a borrower. */
export async function messageLog(read: Read, of: { toHash?: Buffer; borrowerId?: string; limit: number }) {
  let query = read
    .selectFrom('messages as m')
    .select(['m.id', 'm.kind', 'm.to_sealed', 'm.queued_at', 'm.sent_at', 'm.state', 'm.held_until', tries.as('tries')])
    .orderBy('m.queued_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(of.limit);
  if (of.toHash) query = query.where('m.to_hash', '=', of.toHash);
  if (of.borrowerId) query = query.where('m.borrower_id', '=', of.borrowerId);
  return await query.execute();
}
