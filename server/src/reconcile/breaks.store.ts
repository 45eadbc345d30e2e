// SQL of the breaks that people see and settle.
import type { Read, Tx } from '#/db/database.ts';

/** Open breaks, the oldest first, at most `limit`. */
export async function openBreaks(read: Read, limit: number) {
  return await read
    .selectFrom('reconciliation_breaks as b')
    .leftJoin('reconciliation_settlements as s', 's.break_id', 'b.id')
    .selectAll('b')
    .select(['s.proposed_by', 's.reason'])
    .where('b.ended_at', 'is', null)
    .orderBy('b.on_day')
    .orderBy('b.id')
    .limit(limit)
    .execute();
}
export type BreakRow = Awaited<ReturnType<typeof openBreaks>>[number];

/** One break with what was said of it; the break is locked where `lock` says so. */
export async function findBreak(read: Read, id: string, lock = false) {
  let query = read
    .selectFrom('reconciliation_breaks as b')
    .leftJoin('reconciliation_settlements as s', 's.break_id', 'b.id')
    .selectAll('b')
    .select(['s.id as settlement_id', 's.proposed_by', 's.proposed_at', 's.reason', 's.confirmed_by', 's.confirmed_at'])
    .where('b.id', '=', id);
  if (lock) query = query.forUpdate('b');
  return await query.executeTakeFirst();
}

export async function proposeSettlement(
  tx: Tx,
  of: { id: string; breakId: string; reason: string; who: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('reconciliation_settlements')
    .values({ id: of.id, break_id: of.breakId, reason: of.reason, proposed_by: of.who, proposed_at: of.at })
    .execute();
}

/** Confirms a proposal and ends its break; the database refuses whoever made it. */
export async function confirmSettlement(tx: Tx, of: { id: string; breakId: string; who: string; at: Temporal.Instant }): Promise<void> {
  await tx.updateTable('reconciliation_settlements').set({ confirmed_by: of.who, confirmed_at: of.at }).where('id', '=', of.id).execute();
  await tx.updateTable('reconciliation_breaks').set({ ended_at: of.at, ended_as: 'settled' }).where('id', '=', of.breakId).execute();
}
