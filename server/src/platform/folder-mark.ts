// The mark of a folder: a file with the id of the installation that owns it.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeNew } from './key-files.ts';

/** The file's name, which messages to operators also contain. */
export const markName = 'installation';

/** Returns the installation that owns a folder; null if the folder has no mark. */
export function ownerOfFolder(folder: string): string | null {
  const file = path.join(folder, markName);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
}

/**
 * Marks a folder unless it has a mark; if two servers try at once, the first wins.
 * @returns the installation that owns it now.
 */
export function markFolder(folder: string, installation: string): string {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeNew(path.join(folder, markName), `${installation}\n`);
  return ownerOfFolder(folder) ?? installation;
}
