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
  if (owner !== null) refuseStranger('keys', folder, owner, installation);
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
 * Claims the place of the files for this installation, and during a move the previous place too. An
 * unmarked place must contain a file that a row names (names are random, so this proves ownership),
 * or be the empty one of a move. Otherwise it must be empty, no row may name a file, and no other
 * place may have been claimed.
 * @throws CannotStart if a place belongs to another installation, or if nothing proves that it is
 * ours
 */
export async function claimFiles(files: Files, db: Read, installation: string): Promise<void> {
  const { transfer } = files;
  const places = transfer ? [transfer.from, transfer.to] : [files];
  const owners = await Promise.all(places.map((each) => each.owner()));
  for (const [nth, { place }] of places.entries()) {
    const owner = owners[nth];
    if (owner) refuseStranger('files', place, owner, installation);
  }
  let hasPlace = owners.includes(installation);
  for (const [nth, place] of places.entries()) {
    if (owners[nth] === installation) continue;
    await claimUnmarked(place, db, installation, hasPlace);
    hasPlace = true;
  }
  await recordPlace(db, files.place);
}

/** Claims an unmarked place. `isMove` is whether the other place of a move is ours. */
async function claimUnmarked(
  files: Files,
  db: Read,
  installation: string,
  isMove: boolean,
): Promise<void> {
  const claim = async () =>
    refuseStranger('files', files.place, await files.claim(installation), installation);
  const named = await someNames(db);
  if (await containsAny(files, named)) return await claim();
  if (!(await containsNoFile(files)) || (named.length > 0 && !isMove))
    throw new CannotStart(
      `The files in ${files.place} may not belong to this database: ${named.length === 0 ? 'no row names any of them' : 'it contains none of the files that its rows name'}. ${remedy(files, installation)}`,
    );
  if (isMove) return await claim();
  const other = await db.transaction().execute(async (tx) => {
    // Writes the mark before the commit, so that another first server waits here, and a crash
    // before the commit records nothing.
    const recorded = await recordFirstPlace(tx, files.place);
    if (recorded === null) await claim();
    return recorded;
  });
  if (other !== null && (await files.owner()) !== installation)
    throw new CannotStart(
      `The files of this database are in ${other}, which has its mark, but this server's ${files.place} is empty and has no mark. All servers need the same folder or bucket. ${remedy(files, installation)}`,
    );
}

const remedy = (files: Files, installation: string) =>
  `Set FILES or DATA_DIR to this database's own place, or put the right database back; if they do belong together, write ${installation} into ${files.place}/${markName}.`;

/** Records the place if none is recorded. @returns the previously recorded place, if any */
async function recordFirstPlace(tx: Read, place: string): Promise<string | null> {
  const inserted = await tx
    .insertInto('files_place')
    .values({ place })
    .onConflict((clash) => clash.column('singleton').doNothing())
    .returning('place')
    .executeTakeFirst();
  if (inserted) return null;
  return (await tx.selectFrom('files_place').select('place').executeTakeFirstOrThrow()).place;
}

async function recordPlace(db: Read, place: string): Promise<void> {
  await db
    .insertInto('files_place')
    .values({ place })
    .onConflict((clash) =>
      clash.column('singleton').doUpdateSet({ place }).where('files_place.place', '<>', place),
    )
    .execute();
}

/** @throws CannotStart unless this installation owns the place */
function refuseStranger(
  things: 'files' | 'keys',
  place: string,
  owner: string,
  installation: string,
): void {
  if (owner === installation) return;
  throw new CannotStart(
    `The ${things} in ${place} belong to installation ${owner}, but this database is ${installation}. Set ${things === 'files' ? 'FILES or DATA_DIR' : 'DATA_DIR'} to this database's own place, put the right database back, or delete the old data: npm run reset deletes what is in DATA_DIR.`,
  );
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
