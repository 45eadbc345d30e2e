// `npm run reset`: deletes the data of this sandbox, and nothing that is not its data, so that the
// next start begins afresh.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findDataFolder, takeLock } from '../server/src/db/data-folder.ts';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { attempt, dataDir } from './say.ts';

/** What the program keeps in its data folder. */
const ours = ['pg', 'keys', 'files', 'bank'];
/** Files that only this program makes; one of them shows that the folder is its own. */
const signs = ['keys/root.pem', 'keys/master.key', 'pg/holder'];

/**
 * Deletes the database, keys, pictures and bank files in `data`, and the folder itself if nothing
 * else is in it. @returns what was done, in words.
 * @throws CannotStart when the folder is not this program's, or in use.
 */
export function reset(data: string): string {
  if (!fs.existsSync(data)) return `There is no data in ${data}.`;
  const inside = fs.readdirSync(data);
  if (inside.length > 0 && !signs.some((sign) => fs.existsSync(path.join(data, sign))))
    throw new CannotStart(
      `${data} does not look like this program's data, so nothing was deleted.`,
    );
  const deleted = clearDatabase(path.join(data, 'pg'));
  for (const name of ours) fs.rmSync(path.join(data, name), { recursive: true, force: true });
  const left = fs.readdirSync(data);
  if (left.length > 0)
    return `Deleted ${[`the data in ${data}`, ...deleted].join(' and ')}; kept what is not ours there: ${left.join(', ')}.`;
  if (!fs.lstatSync(data).isSymbolicLink()) fs.rmdirSync(data);
  return `Deleted ${[data, ...deleted].join(' and ')}.`;
}

/**
 * Deletes the database, and its folder too if `folder` only links to it.
 * @returns the folder that the link named.
 */
function clearDatabase(folder: string): string[] {
  const dataFolder = findDataFolder(folder);
  if (!fs.existsSync(dataFolder)) return [];
  const isLinked = dataFolder !== folder;
  const lock = takeLock(dataFolder, folder);
  try {
    fs.rmSync(isLinked ? dataFolder : path.join(dataFolder, 'data'), {
      recursive: true,
      force: true,
    });
  } finally {
    lock.release();
  }
  return isLinked ? [dataFolder] : [];
}

if (import.meta.main) await attempt(() => console.log(reset(dataDir)));
