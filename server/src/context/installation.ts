// Checks that the folders belong to this database's installation. Files without a row are deleted,
// so a server with another installation's folder would delete all of its files.
import { sql } from 'kysely';
import type { Files } from '#/adapters/files/port.ts';
import type { Read } from '#/db/database.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { markFolder, markName, ownerOfFolder } from '#/platform/folder-mark.ts';
import { newId } from '#/platform/random.ts';

/** Returns the id of this database's installation; null before the server's first start. */
export async function installationOf(db: Read): Promise<string | null> {
  return (await db.selectFrom('installation').select('id').executeTakeFirst())?.id ?? null;
}

/**
 * Returns the id of this database's installation, created at the first start. Servers that start
 * together get the same id. `wall` is wall time.
 */
export async function openInstallation(db: Read, wall: Temporal.Instant): Promise<string> {
  const existing = await installationOf(db);
  if (existing) return existing;
  await db
    .insertInto('installation')
    .values({ id: newId(wall), made_at: wall })
    .onConflict((clash) => clash.column('singleton').doNothing())
    .execute();
  return (await installationOf(db)) as string;
}

/** @throws CannotStart if the key folder has another installation's mark. */
export function refuseStrangersKeys(folder: string, installation: string): void {
  const owner = ownerOfFolder(folder);
  if (owner !== null && owner !== installation)
    throw new CannotStart(stranger('keys', folder, owner, installation));
}

/**
 * Marks the key folder, once the master key in it is known to be this database's.
 * @throws CannotStart like `refuseStrangersKeys`
 */
export function claimKeys(folder: string, installation: string): void {
  markFolder(folder, installation);
  refuseStrangersKeys(folder, installation);
}

/**
 * Claims the file folder for this installation. An unmarked folder must contain a file that a row
 * names (names are random, so this proves ownership). If no row names a file, the folder must be
 * empty.
 * @throws CannotStart if the folder belongs to another installation, or if nothing proves that it
 * is ours
 */
export async function claimFiles(files: Files, db: Read, installation: string): Promise<void> {
  const owner = await files.owner();
  if (owner === installation) return;
  if (owner !== null) throw new CannotStart(stranger('files', files.place, owner, installation));
  const named = await someNames(db);
  if (!((named.length === 0 && (await containsNoFile(files))) || (await containsAny(files, named))))
    throw new CannotStart(
      `Nothing shows that the files in ${files.place} belong to this database: ${named.length === 0 ? 'no row names any of them' : 'it contains none of the files that its rows name'}. Set DATA_DIR to this database's own folder, or put the right database back; if they do belong together, write ${installation} into ${files.place}/${markName}.`,
    );
  const first = await files.claim(installation);
  if (first !== installation)
    throw new CannotStart(stranger('files', files.place, first, installation));
}

function stranger(
  things: 'files' | 'keys',
  place: string,
  owner: string,
  installation: string,
): string {
  return `The ${things} in ${place} belong to installation ${owner}, and this database is ${installation}. Set DATA_DIR to this database's own folder, put the right database back, or delete the data with npm run reset.`;
}

/** The maximum number of file names to check per table; a sample from the index is enough. */
const mostNames = 100;

async function someNames(db: Read): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`
    (select file_name from pictures where deleted_at is null
      order by file_name desc limit ${mostNames})
    union all (select file_name from complaint_pictures where deleted_at is null
      order by file_name desc limit ${mostNames})
    union all (select file_name from account_recovery_pictures where deleted_at is null
      order by file_name desc limit ${mostNames})`.execute(db);
  return rows.map((row) => row.file_name);
}

async function containsAny(files: Files, names: readonly string[]): Promise<boolean> {
  for (const name of names) if (await files.has(name)) return true;
  return false;
}

async function containsNoFile(files: Files): Promise<boolean> {
  for (const folder of ['pictures', 'receipts', 'recoveries'])
    for (const part of await files.folders(folder))
      for await (const _ of files.list(`${folder}/${part}`)) return false;
  return true;
}
