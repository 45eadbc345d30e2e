// SQL of the list of messages that a borrower reads.
import { type SqlBool, sql } from 'kysely';
import type { Read } from '#/db/database.ts';

type Of = { borrowerId: string; kinds: readonly string[]; before: string | undefined; limit: number };

/** Messages of these kinds to a borrower, the newest first, from the one before `before` on. */
export async function pageOf(read: Read, { borrowerId, kinds, before, limit }: Of) {
  let query = read
    .selectFrom('messages')
    .select(['id', 'kind', 'queued_at', 'text_sealed', 'opens'])
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
