// Whether the database takes writes. A full disk serves every read, and commits a small change into a page that it has already: so a row is written, and
// something is sorted that does not fit into memory, which takes new room on the disk and gives it back.
import { sql } from 'kysely';
import { inTx, type Read } from '#/db/database.ts';

/** @returns 'ok', or what stands against writing, in a few words. */
export async function probeWrite(db: Read, wall: Temporal.Instant): Promise<string> {
  try {
    await inTx(db, async (tx) => {
      const row = tx.insertInto('write_probe').values({ written_at: wall });
      await row.onConflict((clash) => clash.column('singleton').doUpdateSet({ written_at: wall })).execute();
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select max(place) from (
        select row_number() over (order by md5(n::text)) as place from generate_series(1, 5000) n
      ) sorted`.execute(tx);
    });
    return 'ok';
  } catch (error) {
    return (error as { code?: string }).code === '53100' ? 'the disk is full' : 'the database takes none';
  }
}
