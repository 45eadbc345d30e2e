// `npm run reset`: deletes the data of this sandbox, so that the next start begins afresh.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { CannotStart } from '../server/src/db/cannot-start.ts';
import { findHome, takeLock } from '../server/src/db/home.ts';

const root = path.join(import.meta.dirname, '..');
const data = path.resolve(root, process.env.DATA_DIR || 'data');

try {
  console.log(reset());
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function reset(): string {
  if (!fs.existsSync(data)) return `There is no data in ${data}.`;
  const inside = fs.readdirSync(data);
  if (inside.length > 0 && !inside.includes('pg') && !inside.includes('keys'))
    throw new CannotStart(`${data} does not look like this program's data, so nothing was deleted.`);
  const folder = path.join(data, 'pg');
  const home = findHome(folder);
  const lock = fs.existsSync(home) ? takeLock(home, folder) : undefined;
  fs.rmSync(home, { recursive: true, force: true });
  fs.rmSync(data, { recursive: true, force: true });
  lock?.release();
  return `Deleted ${[...new Set([data, home.startsWith(`${data}${path.sep}`) ? data : home])].join(' and ')}.`;
}
