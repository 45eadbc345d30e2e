// All SQL of ops.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

/** The newest rows of the trail first, of everything or of one subject. */
export async function auditRows(read: Read, { limit, subject }: { limit: number; subject: string | null }) {
  let query = read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit);
  if (subject !== null) query = query.where('subject', '=', subject);
  return await query.execute();
}

/** Which pictures of a recovery somebody has looked at, by the trail. */
export async function hasLookedAt(read: Read, of: { act: string; who: string; borrowerId: string; recovery: string }): Promise<string[]> {
  const rows = await read
    .selectFrom('audit_log')
    .select(sql<string | null>`detail ->> 'which'`.as('which'))
    .where('subject', '=', of.borrowerId)
    .where('act', '=', of.act)
    .where('who', '=', of.who)
    .where(sql<boolean>`detail ->> 'recovery' = ${of.recovery}`)
    .execute();
  return rows.flatMap((row) => row.which ?? []);
}

/** The migrations that this database has run. */
export async function migrationsRun(read: Read): Promise<string[]> {
  return (await read.selectFrom('migrations').select('name').orderBy(sql`name collate "C"`).execute()).map((row) => row.name);
}
