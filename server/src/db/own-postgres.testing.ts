// The bundled PostgreSQL in a new folder, for tests that start whole servers on it.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { findDataFolder } from './data-folder.ts';
import { launchPostgres } from './launch.ts';
import { prepareDatabase } from './prepared.testing.ts';

/** Returns the address of a database on a socket of this machine. */
export const socketUrl = (role: string, socket: string) =>
  `postgres://${role}@localhost/postgres?host=${encodeURIComponent(socket)}`;

/**
 * Starts PostgreSQL in a new folder, where the test may put other files. `stop` deletes the folder.
 * `isPrepared`: whether the database is migrated.
 */
export async function startOwnPostgres(name: string, { isPrepared }: { isPrepared: boolean }) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), `sandali-${name}-`)));
  fs.chmodSync(folder, 0o755); // if root runs this, PostgreSQL's user must be able to enter
  const home = path.join(folder, 'pg');
  if (isPrepared) await prepareDatabase(home);
  const { host, stop } = await launchPostgres({
    folder: home,
    sync: false,
    settings: { fsync: 'off' },
  });
  return {
    folder,
    /** Where a role reaches the database. `postgres` owns the tables, and `app` serves. */
    placeOf: (user: 'postgres' | 'app') => ({ host, user, database: 'postgres' }),
    urlOf: (role: 'postgres' | 'app') => socketUrl(role, host),
    async stop() {
      await stop();
      for (const at of [findDataFolder(home), folder])
        fs.rmSync(at, { recursive: true, force: true });
    },
  };
}
