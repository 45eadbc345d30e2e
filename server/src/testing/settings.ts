// Stores settings for tests, even those that require two approvers.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { asOwnerOf } from '#/db/testing.ts';

/** Stores and commits a setting as the database's owner, with the approval triggers disabled. */
export async function storeSetting(
  app: Read,
  name: string,
  value: unknown,
  who: string,
  at: Temporal.Instant,
): Promise<void> {
  const set = { value: JSON.stringify(value), changed_at: at, changed_by: who };
  await asOwnerOf(app, async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    const row = db.insertInto('settings').values({ name, ...set });
    await row
      .onConflict((clash) =>
        clash.column('name').doUpdateSet({ ...set, version: sql`settings.version + 1` }),
      )
      .execute();
  });
}
