// A server of the browser tests: the whole product on the production build, beginning with empty data in the folder E2E_DATA.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findHome, takeLock } from '@sandali/server/db/home.ts';
import { shared } from './places.ts';

const root = path.join(import.meta.dirname, '..');
const usual = path.resolve(root, process.env.DATA_DIR || 'data');
const own = process.env.E2E_DATA || shared.dataDir;

const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/ready.ts')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const folder = path.join(own, 'pg');
const home = findHome(folder);
if (fs.existsSync(home)) {
  const lock = takeLock(home, folder); // throws while another run uses it
  fs.rmSync(path.join(home, 'data'), { recursive: true, force: true });
  lock.release();
}
for (const name of fs.existsSync(own) ? fs.readdirSync(own) : [])
  if (name !== 'pg') fs.rmSync(path.join(own, name), { recursive: true, force: true }); // the copied PostgreSQL may stay

// The same root key as the usual sandbox, so that one built web program serves both.
if (!process.env.ROOT_PUBLIC_KEY) fs.cpSync(path.join(usual, 'keys/root.pem'), path.join(own, 'keys/root.pem'));
process.env.DATA_DIR = own;
await import('@sandali/server/main.ts');
