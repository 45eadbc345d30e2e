// All SQL about which database cluster this is. A restore to a point in time begins another timeline, and one from a dump is another cluster; both bring
// the row along that says which it was before.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** The cluster that answers: its own number, and its timeline. */
export async function clusterNow(read: Read): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select s.system_identifier || ' ' || c.timeline_id as name from pg_control_system() s, pg_control_checkpoint() c`.execute(read);
  return rows[0]?.name ?? '';
}

/** The cluster that the last start saw; null before the first. */
export async function clusterSeen(tx: Tx): Promise<string | null> {
  return (await tx.selectFrom('database_cluster').select('name').forUpdate().executeTakeFirst())?.name ?? null;
}

/** Remembers the cluster. */
export async function seeCluster(tx: Tx, name: string, at: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('database_cluster')
    .values({ name, seen_at: at })
    .onConflict((clash) => clash.column('singleton').doUpdateSet({ name, seen_at: at }))
    .execute();
}
