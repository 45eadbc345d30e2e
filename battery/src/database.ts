// Creates an empty, migrated database for tests that do not need a server.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { connect, type Database } from '@sandali/server/db/database.ts';
import { launchPostgres } from '@sandali/server/db/launch.ts';
import { prepareDatabase } from '@sandali/server/db/prepared.testing.ts';

/** Runs `work` with a connection as the serving role, and deletes the database afterwards. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'sandali-laws-')));
  fs.chmodSync(folder, 0o755);
  await prepareDatabase(path.join(folder, 'pg'));
  const server = await launchPostgres({
    folder: path.join(folder, 'pg'),
    sync: false,
    settings: { fsync: 'off' },
  });
  const place = { host: server.host, database: 'postgres' };
  try {
    const database = connect({ ...place, user: 'app' }, { max: 1 });
    try {
      return await work(database);
    } finally {
      await database.pool.end();
    }
  } finally {
    await server.stop();
    for (const at of [server.dataFolder, folder]) fs.rmSync(at, { recursive: true, force: true });
  }
}
