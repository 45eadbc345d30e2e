// All SQL for listing the trail and for the checks on /readyz.

import { sql } from 'kysely';
import { type Db, inTx, type Read } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';

/**
 * Returns up to `limit` of the trail's rows before the row `after`, about one subject or about all,
 * newest first, and one more if there are more.
 */
export async function auditRows(
  read: Read,
  { limit, subject, after }: { limit: number; subject: string | null; after: number | null },
) {
  let query = read
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (after !== null) query = query.where('id', '<', BigInt(after));
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
 * is free for the next check. Each check has its own row, because on a shared row one hanging
 * server would make all servers wait.
 * @returns 'ok', or the reason for a failure
 */
export async function probeWrite(db: Db, wall: Temporal.Instant, mostMs: number): Promise<string> {
  const id = newId(wall);
  try {
    await inTx(db, async (tx) => {
      await sql.raw(`set local statement_timeout = ${mostMs}`).execute(tx);
      await tx.insertInto('write_probe').values({ id, written_at: wall }).execute();
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select max(place) from (
        select row_number() over (order by md5(n::text)) as place from generate_series(1, 5000) n
      ) sorted`.execute(tx);
      await tx.deleteFrom('write_probe').where('id', '=', id).execute();
    });
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code === '53100'
      ? 'the disk is full'
      : 'the database refuses writes';
  }
}
