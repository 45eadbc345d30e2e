// The database's own clock, to compare it with ours. No rule and no row depends on it.
import { sql } from 'kysely';
import type { Read } from './database.ts';

/** Returns the database's wall clock. */
export async function databaseClock(read: Read): Promise<Temporal.Instant> {
  const { rows } = await sql<{ at: Temporal.Instant }>`select clock_timestamp() as at`.execute(
    read,
  );
  return (rows[0] as { at: Temporal.Instant }).at;
}
