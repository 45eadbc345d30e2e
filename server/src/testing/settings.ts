// Settings as a test begins with them, whoever would have to decide on them.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { asOwnerOf } from '#/db/testing.ts';

/** Stores a setting as the owner of a test's database, past the triggers that want two people. It is committed at once. */
export async function storeSetting(app: Read, name: string, value: unknown, who: string, at: Temporal.Instant): Promise<void> {
  const set = { value: JSON.stringify(value), changed_at: at, changed_by: who };
  await asOwnerOf(app, async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    const row = db.insertInto('settings').values({ name, ...set });
    await row.onConflict((clash) => clash.column('name').doUpdateSet({ ...set, version: sql`settings.version + 1` })).execute();
  });
}
