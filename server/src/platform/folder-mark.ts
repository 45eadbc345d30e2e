// The mark of a folder: a file with the id of the installation that owns it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeNew } from './key-files.ts';

/** The name of the file, which messages to engineers also contain. */
export const markName = 'installation';

/** Returns the installation that owns a folder; null if the folder has no mark. */
export function ownerOfFolder(folder: string): string | null {
  const file = path.join(folder, markName);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
}

/**
 * Marks a folder unless it has a mark. If two servers try at the same time, the first one succeeds.
 * @returns the installation that now owns the folder.
 */
export function markFolder(folder: string, installation: string): string {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeNew(path.join(folder, markName), `${installation}\n`);
  return ownerOfFolder(folder) ?? installation;
}
