// A data folder that had to move, because the user who runs PostgreSQL may not enter the checkout: a note in the wanted folder says where
// to, and a record in the home says for which folder, so that neither a copied note nor a foreign path ever reaches another folder's data. Nothing less
// will do: started within the folder, with `-D .`, PostgreSQL makes the path whole and may not enter it (initdb 18.4: "could not access directory").
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { CannotStart } from '#/platform/cannot-start.ts';

/** All moved homes lie here. */
export const movedRoot = '/var/lib/sandali';
const noteName = 'moved-to';
const recordName = 'belongs-to';

/** Where the note of the wanted folder points, or null where there is none. @throws CannotStart when it points outside `/var/lib/sandali`. */
export function readNote(wanted: string): string | null {
  const note = path.join(wanted, noteName);
  if (!fs.existsSync(note)) return null;
  const home = fs.readFileSync(note, 'utf8').trim();
  if (path.dirname(home) !== movedRoot || path.normalize(home) !== home || !/^[\w.-]*\w[\w.-]*$/.test(path.basename(home)))
    throw new CannotStart(`The note ${note} does not point to a folder in ${movedRoot}. Put it back, or delete ${wanted} to begin afresh.`);
  return home;
}

/** Chooses a home for the wanted folder and leaves the note of it there. */
export function writeNote(wanted: string): string {
  const home = path.join(movedRoot, `${path.basename(wanted)}-${randomBytes(6).toString('hex')}`);
  // The note stays in the checkout, so that a fresh clone at the same place begins with fresh data.
  fs.writeFileSync(path.join(wanted, noteName), home, { flush: true });
  return home;
}

/** The folder whose data the home holds, or null where the home has no record. */
export function ownerOf(home: string): string | null {
  const record = path.join(home, recordName);
  return fs.existsSync(record) ? fs.readFileSync(record, 'utf8').trim() : null;
}

/**
 * Claims a moved home for the wanted folder. A folder that was renamed keeps its home; a copy of one whose original is still there may not have it.
 * @throws CannotStart for a copy.
 */
export function claim(home: string, wanted: string): void {
  const owner = ownerOf(home);
  const here = realPath(wanted);
  if (owner === here) return;
  if (owner !== null && isNoted(owner, home))
    throw new CannotStart(
      `The data in ${wanted} is a copy: its note names the database of ${owner}, in ${home}. Delete ${wanted} to begin there with empty data, or set DATA_DIR.`,
    );
  fs.writeFileSync(path.join(home, recordName), here, { flush: true });
}

/** Whether the home is the wanted folder's own, so that it may be deleted with it. */
export function isOwn(home: string, wanted: string): boolean {
  return ownerOf(home) === realPath(wanted);
}

function isNoted(owner: string, home: string): boolean {
  const note = path.join(owner, noteName);
  return fs.existsSync(note) && fs.readFileSync(note, 'utf8').trim() === home;
}

const realPath = (folder: string) => (fs.existsSync(folder) ? fs.realpathSync(folder) : path.resolve(folder));
