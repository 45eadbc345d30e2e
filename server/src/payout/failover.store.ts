// SQL for a failover to a standby while the worker runs.
import { sql } from 'kysely';
import { clusterNow } from '#/db/cluster-name.ts';
import type { Read, Tx } from '#/db/database.ts';

export type Seen = {
  name: string;
  current: string;
  seen_at: Temporal.Instant;
  held_at: Temporal.Instant | null;
  lost_from_at: Temporal.Instant | null;
};

/**
 * Returns the cluster that a server saw last, and the present cluster; null before the first start.
 */
export async function seenCluster(read: Read): Promise<Seen | null> {
  const { rows } = await sql<Seen>`
    select name, seen_at, held_at, lost_from_at, ${clusterNow} as current
    from database_cluster`.execute(read);
  return rows[0] ?? null;
}

/** Locks the row, so that only one of several workers acts on a failover. */
export async function lockCluster(tx: Tx): Promise<void> {
  await tx.selectFrom('database_cluster').select('name').forUpdate().execute();
}

/** Records that a worker has seen this database (wall time), unless another one has replaced it. */
export async function recordSeen(db: Read, wall: Temporal.Instant): Promise<void> {
  await db
    .updateTable('database_cluster')
    .set({ seen_at: wall })
    .where('name', '=', clusterNow)
    .where('held_at', 'is', null)
    .execute();
}

/**
 * Holds payouts. The database may lack records from `lostFrom` on. `wall` is wall time, `now` is
 * business time.
 */
export async function holdPayouts(
  tx: Tx,
  of: {
    name: string;
    lostFrom: Temporal.Instant;
    wall: Temporal.Instant;
    now: Temporal.Instant;
  },
): Promise<void> {
  await tx
    .updateTable('database_cluster')
    .set({
      name: of.name,
      seen_at: of.wall,
      held_at: of.wall,
      // After a second failover during a hold, records of the first may still be missing.
      lost_from_at: sql`least(lost_from_at, ${of.lostFrom}::timestamptz)`,
      // Loans signed earlier cannot be cancelled until their orders are looked up.
      payouts_paused_at: of.now,
    })
    .execute();
}

export async function endHold(tx: Tx, wall: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('database_cluster')
    .set({ held_at: null, lost_from_at: null, seen_at: wall })
    .execute();
}

/** Returns the references without a payout. */
export async function unknownPayouts(read: Read, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return [];
  const rows = await read
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', sql<string>`any(${references}::uuid[])`)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  return references.filter((reference) => !known.has(reference));
}

/** Returns when a hold of payouts began (wall time), or null. */
export async function heldSince(read: Read): Promise<Temporal.Instant | null> {
  const row = await read.selectFrom('database_cluster').select('held_at').executeTakeFirst();
  return row?.held_at ?? null;
}
