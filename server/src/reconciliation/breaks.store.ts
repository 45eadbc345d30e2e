// SQL of the breaks that people see and settle.
import type { Read, Tx } from '#/db/database.ts';

/** Open breaks, the oldest first, at most `limit`. */
export async function openBreaks(read: Read, limit: number) {
  return await read
    .selectFrom('reconciliation_breaks as b')
    .leftJoin('reconciliation_resolutions as s', 's.break_id', 'b.id')
    .leftJoin('approvals as a', 'a.id', 's.id')
    .selectAll('b')
    .select(['a.proposed_by', 'a.reason'])
    .where('b.ended_at', 'is', null)
    .orderBy('b.on_day')
    .orderBy('b.id')
    .limit(limit)
    .execute();
}
export type BreakRow = Awaited<ReturnType<typeof openBreaks>>[number];

/** What somebody proposes to settle, and nobody has answered. */
export async function openSettlements(read: Read) {
  return await read
    .selectFrom('reconciliation_resolutions as s')
    .innerJoin('reconciliation_breaks as b', 'b.id', 's.break_id')
    .select(['s.id', 'b.id as breakId', 'b.kind', 'b.gateway'])
    .where('s.state', '=', 'open')
    .execute();
}

/** One break with what was said of it; the break is locked where `lock` says so. */
export async function findBreak(read: Read, id: string, lock = false) {
  let query = read
    .selectFrom('reconciliation_breaks as b')
    .leftJoin('reconciliation_resolutions as s', 's.break_id', 'b.id')
    .leftJoin('approvals as a', 'a.id', 's.id')
    .selectAll('b')
    .select(['s.id as settlement_id', 'a.proposed_by', 'a.reason', 'a.confirmed_by'])
    .where('b.id', '=', id);
  if (lock) query = query.forUpdate('b');
  return await query.executeTakeFirst();
}

/** Keeps that somebody proposes to settle a break, under its approval's id. */
export async function insertSettlement(tx: Tx, of: { id: string; breakId: string }): Promise<void> {
  await tx.insertInto('reconciliation_resolutions').values({ id: of.id, break_id: of.breakId }).execute();
}

/** Ends a break that two people settle; the database wants their approval. */
export async function endAsSettled(tx: Tx, breakId: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('reconciliation_breaks').set({ ended_at: at, ended_as: 'settled' }).where('id', '=', breakId).execute();
}
