// All SQL of lists of messages: those that a borrower reads, and the message log of staff, which shows outcomes and no texts.

import { type NotNull, type SqlBool, sql } from 'kysely';
import type { Read } from '#/db/database.ts';

type Of = { borrowerId: string; kinds: readonly string[]; before: string | undefined; limit: number };

/** Messages of these kinds to a borrower, all of which have a title and lead somewhere, the newest first, from the one before `before` on. */
export async function pageOf(read: Read, { borrowerId, kinds, before, limit }: Of) {
  let query = read
    .selectFrom('messages')
    .select(['id', 'kind', 'queued_at', 'title_sealed', 'text_sealed', 'opens'])
    .$narrowType<{ title_sealed: NotNull; opens: NotNull }>()
    .where('borrower_id', '=', borrowerId)
    .where('kind', 'in', kinds)
    .where('state', '<>', 'dropped')
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== undefined)
    query = query.where(
      sql<SqlBool>`(queued_at, id) < (select b.queued_at, b.id from messages b where b.id = ${before} and b.borrower_id = ${borrowerId})`,
    );
  return await query.execute();
}

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
