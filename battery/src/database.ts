// Creates an empty, migrated database for tests that do not need a server.
import { connect, type Database } from '@sandali/server/db/database.ts';
import { startOwnPostgres } from '@sandali/server/db/own-postgres.testing.ts';

/** Runs `work` with a connection as the serving role, and deletes the database afterwards. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { placeOf, stop } = await startOwnPostgres('laws', { isPrepared: true });
  try {
    const database = connect(placeOf('app'), { max: 1 });
    try {
      return await work(database);
    } finally {
      await database.pool.end();
    }
  } finally {
    await stop();
  }
}
