// All SQL for the commands that change settings.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

export type StoredSetting = {
  name: string;
  value: unknown;
  version: bigint;
  changedAt: Temporal.Instant;
  changedBy: string;
};

/** Returns the settings that have ever been changed. */
export async function storedSettings(read: Read): Promise<StoredSetting[]> {
  return await read
    .selectFrom('settings')
    .select(['name', 'value', 'version', 'changed_at as changedAt', 'changed_by as changedBy'])
    .execute();
}

/**
 * Locks all settings, because one setting stores several switches and changes refer to versions of
 * settings.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sandali settings'))`.execute(tx);
}

/** Whether a change needs two people. The database decides and enforces this. */
export async function checkNeedsTwo(
  read: Read,
  name: string,
  was: unknown,
  becomes: unknown,
): Promise<boolean> {
  const [from, to] = [JSON.stringify(was), JSON.stringify(becomes)];
  const { rows } = await sql<{
    takes: boolean;
  }>`select setting_takes_two(${name}, ${from}::jsonb, ${to}::jsonb) as takes`.execute(read);
  return rows[0]?.takes ?? true;
}

type NewChange = { id: string; name: string; fromVersion: bigint; was: unknown; becomes: unknown };

export async function insertChange(
  tx: Tx,
  { id, name, fromVersion, was, becomes }: NewChange,
): Promise<void> {
  const values = { was: JSON.stringify(was), becomes: JSON.stringify(becomes) };
  await tx
    .insertInto('setting_changes')
    .values({ id, name, from_version: fromVersion, ...values })
    .execute();
}

const changes = (read: Read) =>
  read
    .selectFrom('setting_changes as c')
    .innerJoin('approvals as a', 'a.id', 'c.id')
    .select(['c.id', 'c.name', 'c.from_version as fromVersion', 'c.was', 'c.becomes', 'c.state'])
    .select([
      'a.proposed_by as proposedBy',
      'a.proposed_at as proposedAt',
      'a.expires_at as lapsesAt',
      'a.reason',
    ]);

export type SettingChange = NonNullable<Awaited<ReturnType<typeof changeById>>>;

/** Returns a proposed change, whether open or closed. */
export async function changeById(read: Read, id: string) {
  return await changes(read).where('c.id', '=', id).executeTakeFirst();
}

/** Returns these proposed changes, whether open or closed. */
export async function changesById(read: Read, ids: readonly string[]): Promise<SettingChange[]> {
  return await changes(read).where('c.id', 'in', ids).execute();
}

/** Returns the changes that wait for a second person, of all settings. */
export async function openChanges(read: Read): Promise<SettingChange[]> {
  return await changes(read).where('c.state', '=', 'open').execute();
}
