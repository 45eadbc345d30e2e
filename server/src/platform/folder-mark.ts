// The mark by which a folder says whose it is: a file with the id of an installation.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeNew } from './key-files.ts';

/** The file's name, for sentences to operators too. */
export const markName = 'installation';

/** The installation that a folder belongs to; null if it has no mark. */
export function ownerOfFolder(folder: string): string | null {
  const file = path.join(folder, markName);
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
}

/**
 * Marks a folder, unless it has a mark; of two servers the first one does.
 * @returns whose it is now.
 */
export function markFolder(folder: string, installation: string): string {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeNew(path.join(folder, markName), `${installation}\n`);
  return ownerOfFolder(folder) ?? installation;
}
