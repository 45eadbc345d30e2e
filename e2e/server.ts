// Runs a server for the browser tests, with the production build and new data in E2E_DATA.
// servers.setup.ts starts it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findDataFolder, takeLock } from '@sandali/server/db/data-folder.ts';
import { prepareDatabase } from '@sandali/server/db/prepared.testing.ts';
import { readDataDir } from '@sandali/server/platform/config.ts';

const usual = readDataDir();
const own = process.env.E2E_DATA ?? '';
if (!own) throw new Error('Set E2E_DATA to the data folder. It will be emptied.');

const folder = path.join(own, 'pg');
const home = findDataFolder(folder);
if (fs.existsSync(home)) {
  const lock = takeLock(home, folder); // throws if another run uses it
  fs.rmSync(path.join(home, 'data'), { recursive: true, force: true });
  lock.release();
}
// Delete all data except the copy of PostgreSQL.
for (const name of fs.existsSync(own) ? fs.readdirSync(own) : [])
  if (name !== 'pg') fs.rmSync(path.join(own, name), { recursive: true, force: true });

await prepareDatabase(folder);

// Use the root key of the usual sandbox, so that the same web build works with both servers.
if (!process.env.ROOT_PUBLIC_KEY)
  fs.cpSync(path.join(usual, 'keys/root.pem'), path.join(own, 'keys/root.pem'));
process.env.DATA_DIR = own;
await import('@sandali/server/main.ts');
