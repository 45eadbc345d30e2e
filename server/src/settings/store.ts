// All SQL of the commands that change settings.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** The settings that were ever changed. */
export async function storedSettings(
  read: Read,
): Promise<{ name: string; value: unknown; changedAt: Temporal.Instant; changedBy: string }[]> {
  return await read.selectFrom('settings').select(['name', 'value', 'changed_at as changedAt', 'changed_by as changedBy']).execute();
}

/** Locks the switches, so that they are changed one at a time: several of them are stored in one setting. */
export async function lockSwitches(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali switches'))`.execute(tx);
}
