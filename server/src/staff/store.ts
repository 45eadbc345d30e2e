// All SQL for listing the trail and for the checks on /readyz.

import { sql } from 'kysely';
import { type Db, inTx, type Read } from '#/db/database.ts';

/** Returns the trail's rows about one subject or about all, newest first. */
export async function auditRows(
  read: Read,
  { limit, subject }: { limit: number; subject: string | null },
) {
  let query = read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit);
  if (subject !== null) query = query.where('subject', '=', subject);
  return await query.execute();
}

export async function migrationsRun(read: Read) {
  return await read
    .selectFrom('migrations')
    .select(['name', 'compatible_from as compatibleFrom'])
    .orderBy(sql`name collate "C"`)
    .execute();
}

/**
 * Writes a probe row and sorts on disk. Each statement ends after `mostMs`, so that the connection
 * is free for the next check.
 * @returns 'ok', or the reason for a failure
 */
export async function probeWrite(db: Db, wall: Temporal.Instant, mostMs: number): Promise<string> {
  try {
    await inTx(db, async (tx) => {
      await sql.raw(`set local statement_timeout = ${mostMs}`).execute(tx);
      const row = tx.insertInto('write_probe').values({ written_at: wall });
      await row
        .onConflict((clash) => clash.column('singleton').doUpdateSet({ written_at: wall }))
        .execute();
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select max(place) from (
        select row_number() over (order by md5(n::text)) as place from generate_series(1, 5000) n
      ) sorted`.execute(tx);
    });
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code === '53100'
      ? 'the disk is full'
      : 'the database refuses writes';
  }
}
