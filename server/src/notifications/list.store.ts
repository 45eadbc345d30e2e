// All SQL for listing messages: a borrower's own, and the log for staff, which contains no texts.

import { noticesAPage } from '@sandali/contract/notifications.ts';
import { type NotNull, type SqlBool, sql } from 'kysely';
import { afterRowCondition } from '#/commands/page.ts';
import { listedKinds } from '#/context/notices.ts';
import type { Read } from '#/db/database.ts';
import { type Given, part } from '#/db/snapshot.ts';

/**
 * A page of a borrower's listed messages, newest first. With `before`, contains only messages older
 * than the one with this id. One extra row shows whether there are older messages.
 */
export const noticesPart = part(
  (db, { borrowerId, before }: Given<{ borrowerId: string; before: string | null }>) =>
    db
      .selectFrom('messages')
      .select(['id', 'kind', 'queued_at', 'title_sealed', 'text_sealed', 'opens'])
      .$narrowType<{ title_sealed: NotNull; opens: NotNull }>()
      .where('borrower_id', '=', borrowerId)
      .where('kind', 'in', listedKinds)
      .where('state', '<>', 'dropped')
      .where(sql<SqlBool>`(${before}::uuid is null
        or (queued_at, id) < (select b.queued_at, b.id from messages b where b.id = ${before}::uuid and b.borrower_id = ${borrowerId}))`)
      .orderBy('queued_at', 'desc')
      .orderBy('id', 'desc')
      .limit(noticesAPage + 1),
  (rows) => rows,
);

type Attempt = {
  gateway: string;
  askedAt: string;
  outcome: string | null;
  gatewayId: string | null;
  reason: string | null;
};

const attempts = sql<Attempt[]>`coalesce((
  select json_agg(json_build_object('gateway', t.gateway, 'askedAt', t.asked_at,
    'outcome', t.outcome, 'gatewayId', t.gateway_id, 'reason', t.detail) order by t.number)
  from message_attempts t where t.message_id = m.id), '[]')`;

/**
 * Returns up to `limit` messages with their attempts, newest first, and one more if there are more.
 * With `toHash`, returns only messages sent to that number.
 */
export async function messageLog(
  read: Read,
  of: { toHash?: Buffer; limit: number; after: string | null },
) {
  const order = { table: 'messages', alias: 'm', by: 'queued_at', isNewestFirst: true };
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
      attempts.as('tries'),
    ])
    .where(await afterRowCondition(read, order, of.after))
    .orderBy('m.queued_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(of.limit + 1);
  if (of.toHash) query = query.where('m.to_hash', '=', of.toHash);
  return await query.execute();
}
