// `npm run reset`: deletes this sandbox's data, and nothing else, for a fresh start.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findDataFolder, takeLock } from '../server/src/db/data-folder.ts';
import { CannotStart } from '../server/src/platform/cannot-start.ts';
import { attempt, dataDir } from './attempt.ts';

/** The product's folders in the data folder. */
const ownFolders = ['pg', 'keys', 'files', 'bank'];
/** Files that only this product creates. A data folder must contain at least one of them. */
const ownFiles = ['keys/root.pem', 'keys/master.key', 'pg/holder'];

/**
 * Deletes the database, keys, pictures and bank files in `data`, and the folder if nothing else is
 * in it. @returns a sentence that says what was deleted.
 * @throws CannotStart if the folder is not a data folder, or is in use
 */
export function reset(data: string): string {
  if (!fs.existsSync(data)) return `There is no data in ${data}.`;
  const inside = fs.readdirSync(data);
  if (inside.length > 0 && !ownFiles.some((file) => fs.existsSync(path.join(data, file))))
    throw new CannotStart(
      `Nothing was deleted: ${data} does not look like a data folder of Sandali.`,
    );
  const deleted = clearDatabase(path.join(data, 'pg'));
  for (const name of ownFolders) fs.rmSync(path.join(data, name), { recursive: true, force: true });
  const others = fs.readdirSync(data);
  if (others.length > 0)
    return `Deleted ${[`the data in ${data}`, ...deleted].join(' and ')}; kept other files: ${others.join(', ')}.`;
  if (!fs.lstatSync(data).isSymbolicLink()) fs.rmdirSync(data);
  return `Deleted ${[data, ...deleted].join(' and ')}.`;
}

/**
 * Deletes the database. If `folder` only links to the database's folder, deletes that folder too.
 * @returns the linked folder, or an empty list
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
