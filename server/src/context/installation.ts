// Which installation this database is, and whose the folders are that it is given. Files are
// deleted when no row names them, so a database that was given another one's folder would delete
// all of it.
import { sql } from 'kysely';
import type { Files } from '#/adapters/files/port.ts';
import type { Read } from '#/db/database.ts';
import { CannotStart } from '#/platform/cannot-start.ts';
import { markFolder, markName, ownerOfFolder } from '#/platform/folder-mark.ts';
import { newId } from '#/platform/random.ts';

/** The id of this database's installation; null before its first start. */
export async function installationOf(db: Read): Promise<string | null> {
  return (await db.selectFrom('installation').select('id').executeTakeFirst())?.id ?? null;
}

/**
 * The same, made at the first start; of two servers that start together both get the first one's.
 * `wall` is real time.
 */
export async function openInstallation(db: Read, wall: Temporal.Instant): Promise<string> {
  const known = await installationOf(db);
  if (known) return known;
  await db
    .insertInto('installation')
    .values({ id: newId(wall), made_at: wall })
    .onConflict((clash) => clash.column('singleton').doNothing())
    .execute();
  return (await installationOf(db)) as string;
}

/** @throws CannotStart if the folder of keys carries another installation's mark. */
export function refuseStrangersKeys(folder: string, installation: string): void {
  const owner = ownerOfFolder(folder);
  if (owner !== null && owner !== installation)
    throw new CannotStart(stranger('keys', folder, owner, installation));
}

/**
 * Marks the folder of keys, once its master key was seen to be this database's.
 * @throws CannotStart as `refuseStrangersKeys`.
 */
export function claimKeys(folder: string, installation: string): void {
  markFolder(folder, installation);
  refuseStrangersKeys(folder, installation);
}

/**
 * Takes the place of files for this installation. One without a mark is taken if nothing is in it
 * and no row names a file, or if it holds a file that a row names: the names are chance, so no
 * other database knows one. @throws CannotStart for the place of another installation, and for one
 * that nothing proves.
 */
export async function claimFiles(files: Files, db: Read, installation: string): Promise<void> {
  const owner = await files.owner();
  if (owner === installation) return;
  if (owner !== null) throw new CannotStart(stranger('files', files.place, owner, installation));
  const named = await someNames(db);
  if (!((named.length === 0 && (await isEmpty(files))) || (await holdsAny(files, named))))
    throw new CannotStart(
      `Nothing shows that the files in ${files.place} belong to this database: ${named.length === 0 ? 'no row names one of them' : 'none that its rows name is there'}. Set DATA_DIR to this database's own folder, or put the right database back; if they do belong together, write ${installation} into ${files.place}/${markName}.`,
    );
  const first = await files.claim(installation);
  if (first !== installation)
    throw new CannotStart(stranger('files', files.place, first, installation));
}

function stranger(
  what: 'files' | 'keys',
  place: string,
  owner: string,
  installation: string,
): string {
  return `The ${what} in ${place} belong to installation ${owner}, and this database is ${installation}. Set DATA_DIR to this database's own folder, put the right database back, or begin afresh with npm run reset.`;
}

/** Some names of each table, by its index: the rest need not be looked for. */
const mostNames = 100;

async function someNames(db: Read): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`
    (select file_name from pictures where deleted_at is null order by file_name desc limit ${mostNames})
    union all (select file_name from complaint_pictures where deleted_at is null order by file_name desc limit ${mostNames})
    union all (select file_name from account_recovery_pictures where deleted_at is null order by file_name desc limit ${mostNames})`.execute(
    db,
  );
  return rows.map((row) => row.file_name);
}

async function holdsAny(files: Files, names: readonly string[]): Promise<boolean> {
  for (const name of names) if (await files.has(name)) return true;
  return false;
}

async function isEmpty(files: Files): Promise<boolean> {
  for (const folder of ['pictures', 'receipts', 'recoveries'])
    for (const part of await files.folders(folder))
      for await (const _ of files.list(`${folder}/${part}`)) return false;
  return true;
}
