// A server of the browser tests: the whole product on the production build, beginning with empty
// data in the folder E2E_DATA. servers.setup.ts starts it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findDataFolder, takeLock } from '@sandali/server/db/data-folder.ts';
import { prepareDatabase } from '@sandali/server/db/prepared.testing.ts';
import { readDataDir } from '@sandali/server/platform/config.ts';

const usual = readDataDir();
const own = process.env.E2E_DATA ?? '';
if (!own) throw new Error('E2E_DATA names the folder, which is emptied.');

const folder = path.join(own, 'pg');
const home = findDataFolder(folder);
if (fs.existsSync(home)) {
  const lock = takeLock(home, folder); // throws while another run uses it
  fs.rmSync(path.join(home, 'data'), { recursive: true, force: true });
  lock.release();
}
// the copied PostgreSQL may stay
for (const name of fs.existsSync(own) ? fs.readdirSync(own) : [])
  if (name !== 'pg') fs.rmSync(path.join(own, name), { recursive: true, force: true });

await prepareDatabase(folder);

// The same root key as the usual sandbox, so that one built web program serves both.
if (!process.env.ROOT_PUBLIC_KEY)
  fs.cpSync(path.join(usual, 'keys/root.pem'), path.join(own, 'keys/root.pem'));
process.env.DATA_DIR = own;
await import('@sandali/server/main.ts');
