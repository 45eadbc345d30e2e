// Files that belong to a row. A file is written before its row, so no row lacks its file. A file's
// name is a random id that begins with the time, so the sweep knows the file's age.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import type { AppContext } from './app-context.ts';
import type { WorkCtx } from './ctx.ts';
import { installationOf } from './installation.ts';

/** One folder for each slice that stores files. */
export const fileFolders = ['pictures', 'receipts', 'recoveries'] as const;
export type FileFolder = (typeof fileFolders)[number];
/** The tables whose rows name the files. */
export const tableOf = {
  pictures: 'pictures',
  receipts: 'complaint_pictures',
  recoveries: 'account_recovery_pictures',
} as const;

/** No upload takes an hour, so an older file without a row never gets one. */
const settledAfterMs = 60 * 60 * 1000;
const batchSize = 500;

/**
 * Returns a name such as 'pictures/ab/0197…'. The subfolder is named after the id's last two
 * digits, which are random, so that no subfolder grows too large.
 */
export function newFileName(folder: FileFolder, wall: Temporal.Instant): string {
  const id = newId(wall);
  return `${folder}/${id.slice(-2)}/${id}`;
}

/** Returns when a file was written, in wall time; null if the name has a different form. */
export function writtenAt(fileName: string): Temporal.Instant | null {
  const id =
    /^(?:pictures|receipts|recoveries)\/[0-9a-f]{2}\/([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f-]{18,}$/.exec(
      fileName,
    );
  return id
    ? Temporal.Instant.fromEpochMilliseconds(Number.parseInt(`${id[1]}${id[2]}`, 16))
    : null;
}

/** The names of the subfolders: two hex digits. */
export const allParts: readonly string[] = Array.from({ length: 256 }, (_, nth) =>
  nth.toString(16).padStart(2, '0'),
);
/** Subfolders per sweep. A round of all subfolders takes less than six hours. */
const partsInALook = 8;
const lookMs = 10 * 60 * 1000;
/**
 * A sweep finds files left by a crash within this time. An older file without a row lost its row
 * later, and the job that should have deleted the file was lost too.
 */
const youngMs = 3 * 24 * 60 * 60 * 1000;
/**
 * Most files in a subfolder are older than that. A sweep examines these in only one of this many
 * rounds, about once a week.
 */
const roundsForOld = 28;

type Turn = { part: string; includesOld: boolean };

/** Returns the subfolders of the current sweep. */
export function partsInTurn(wall: Temporal.Instant): Turn[] {
  const from = Math.floor(wall.epochMilliseconds / lookMs) * partsInALook;
  const [round, first] = [Math.floor(from / allParts.length), from % allParts.length];
  return allParts
    .slice(first, first + partsInALook)
    .map((part, nth) => ({ part, includesOld: (round + first + nth) % roundsForOld === 0 }));
}

/**
 * The maximum share of the examined files that a sweep deletes. If there are few files, it deletes
 * up to `mostOfFew`, and at most as many as have a row.
 */
const mostShare = 0.01;
const mostOfFew = 5;
/**
 * A sweep examines at least this many files (or all) before it deletes any, because a share of a
 * few files proves nothing.
 */
const leastExamined = 1000;

/** Returns how many of the `examined` files may be deleted if `known` of them have a row. */
const deletionLimit = ({ examined, known }: { examined: number; known: number }) =>
  Math.max(Math.floor(examined * mostShare), Math.min(mostOfFew, known));

/**
 * Moves a folder's files to the trash if they have no row. Sweeps `parts`, or the few subfolders
 * whose turn it is. Moves nothing after a restore. If another installation owns the files or too
 * many files lack a row, only records this in `held_sweeps`. Safe to run concurrently.
 * @returns the number of files moved
 */
export async function sweepFiles(
  ctx: WorkCtx,
  folder: FileFolder,
  parts?: readonly string[],
): Promise<number> {
  const { app, wall } = ctx;
  if (await awaitsCheckOfRestore(app)) return 0;
  if (!(await ownsFiles(app))) return await hold(ctx, folder, 'stranger', 1);
  await release(app.db, folder);
  const turns = parts?.map((part) => ({ part, includesOld: true })) ?? partsInTurn(wall);
  const place = `${folder}/${turns[0]?.part}`;
  const settled = wall.subtract({ milliseconds: settledAfterMs });
  const young = wall.subtract({ milliseconds: youngMs });
  const turnCount = { examined: 0, orphans: [] as string[] };
  for (const { part, includesOld } of turns)
    await countPart(
      app,
      folder,
      part,
      { from: includesOld ? null : young, to: settled },
      turnCount,
    );
  if (turnCount.orphans.length > 0) {
    const folderCount = { examined: turnCount.examined, orphans: [...turnCount.orphans] };
    for (const { part } of turns.filter(({ includesOld }) => !includesOld))
      if (folderCount.examined < leastExamined)
        await countPart(app, folder, part, { from: null, to: young }, folderCount);
    for (const part of allParts.filter((name) => !turns.some((turn) => turn.part === name)))
      if (folderCount.examined < leastExamined)
        await countPart(app, folder, part, { from: null, to: settled }, folderCount);
    const orphans = folderCount.orphans.length;
    if (
      orphans >
      deletionLimit({ examined: folderCount.examined, known: folderCount.examined - orphans })
    )
      return await hold(ctx, place, 'tooMany', orphans);
    await discardFiles(app, turnCount.orphans, wall);
  }
  await release(app.db, place);
  return turnCount.orphans.length;
}

/**
 * Whether the server started on a restored or copied database and payouts are still off. Rows of
 * existing files may then be missing.
 */
async function awaitsCheckOfRestore({ db, settings }: AppContext): Promise<boolean> {
  if ((await settings.all()).payoutsOn) return false;
  const row = await db
    .selectFrom('database_cluster')
    .select('payouts_paused_at')
    .executeTakeFirst();
  return Boolean(row?.payouts_paused_at);
}

/**
 * Whether the place of the files has this installation's mark; during a move, whether both have it.
 */
export async function ownsFiles({ db, files }: Pick<AppContext, 'db' | 'files'>): Promise<boolean> {
  const owner = await files.owner();
  return owner !== null && owner === (await installationOf(db));
}

async function hold(
  { app, wall }: WorkCtx,
  place: string,
  reason: 'tooMany' | 'stranger',
  files: number,
): Promise<0> {
  const row = { reason, files, held_at: wall };
  await app.db
    .insertInto('held_sweeps')
    .values({ place, ...row })
    .onConflict((clash) => clash.column('place').doUpdateSet(row))
    .execute();
  app.log.warn('files without a row were not deleted: see docs/operators/files.md', {
    event: 'files held',
    reason,
    count: files,
  });
  return 0;
}

/**
 * Returns why no file may be released: an unchecked restore, or another installation's folder; null
 * if files may be released.
 */
export async function whyNotReleased(app: AppContext): Promise<'afterRestore' | 'stranger' | null> {
  if (await awaitsCheckOfRestore(app)) return 'afterRestore';
  return (await ownsFiles(app)) ? null : 'stranger';
}

/**
 * Returns the names of a folder's files without a row, which a sweep without a limit would delete.
 * Omits uploads that may be under way.
 */
export async function filesWithoutRow(
  { app, wall }: Pick<WorkCtx, 'app' | 'wall'>,
  folder: FileFolder,
): Promise<string[]> {
  const count = { examined: 0, orphans: [] as string[] };
  const to = wall.subtract({ milliseconds: settledAfterMs });
  for (const part of allParts) await countPart(app, folder, part, { from: null, to }, count);
  return count.orphans.sort();
}

/** Returns the held sweeps, which deleted nothing, oldest first. */
export async function heldSweeps(read: Read) {
  return await read
    .selectFrom('held_sweeps')
    .selectAll()
    .orderBy('held_at')
    .orderBy('place')
    .execute();
}

/**
 * Deletes the records of held sweeps for a folder whose files were released. The next sweep reports
 * what remains.
 */
export async function forgetHeldSweeps(tx: Read, folder: FileFolder): Promise<void> {
  await tx
    .deleteFrom('held_sweeps')
    .where('reason', '=', 'tooMany')
    .where('place', 'like', `${folder}/%`)
    .execute();
}

async function release(db: Read, place: string): Promise<void> {
  await db.deleteFrom('held_sweeps').where('place', '=', place).execute();
}

/** Returns the number of files whose deletion is held until staff check it, for the alarms. */
export async function heldFiles(read: Read): Promise<number> {
  const row = await read
    .selectFrom('held_sweeps')
    .select(({ fn }) => fn.sum<string | null>('files').as('files'))
    .executeTakeFirst();
  return Number(row?.files ?? 0);
}

/**
 * How long a deleted file can be restored, in days of wall time, so that moving the sandbox's clock
 * does not shorten it.
 */
export const trashDays = 30;

/**
 * For example, 'trash/2026-11-29T05': one folder for each hour (UTC) of deletion, so that the name
 * shows the folder's age.
 */
const hourOf = (wall: Temporal.Instant) => wall.toString().slice(0, 13);
const trashFolder = (wall: Temporal.Instant) => `trash/${hourOf(wall)}`;

/**
 * Moves files to the trash for 30 days. Ignores missing files, which another server has moved.
 */
export async function discardFiles(
  { files }: Pick<AppContext, 'files'>,
  names: readonly string[],
  wall: Temporal.Instant,
): Promise<void> {
  for (const name of names) await files.move(name, `${trashFolder(wall)}/${name}`);
}

/**
 * Permanently deletes files that have been in the trash for 30 days, up to an hour late. Safe to
 * run concurrently.
 * @returns the number of hourly folders deleted
 */
export async function emptyTrash({ app, wall }: Pick<WorkCtx, 'app' | 'wall'>): Promise<number> {
  if (!(await ownsFiles(app))) return 0;
  const lastHour = hourOf(wall.subtract({ hours: 24 * trashDays + 1 }));
  let emptied = 0;
  for (const name of await app.files.folders('trash')) {
    if (!/^\d{4}-\d\d-\d\dT\d\d$/.test(name) || name > lastHour) continue;
    await app.files.deleteFolder(`trash/${name}`);
    emptied += 1;
  }
  return emptied;
}

/** Whether a file without a row never gets one, because no upload takes that long. */
export function isSettled(fileName: string, wall: Temporal.Instant): boolean {
  const at = writtenAt(fileName);
  const settled = wall.subtract({ milliseconds: settledAfterMs });
  return at !== null && Temporal.Instant.compare(at, settled) <= 0;
}

/** Returns the files of a subfolder that rows name. */
export async function namedFiles(read: Read, folder: FileFolder, part: string): Promise<string[]> {
  const rows = await read
    .selectFrom(tableOf[folder])
    .select('file_name')
    .where('file_name', '>=', `${folder}/${part}/`)
    .where('file_name', '<', `${folder}/${afterPart(part)}/`)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.file_name);
}

/**
 * Returns a text between a subfolder's files and the next subfolder, in the order of any locale:
 * names differ only in digits and letters, and a digit comes before a letter.
 */
const afterPart = (part: string) =>
  part.slice(0, -1) + '123456789abcdefg'['0123456789abcdef'.indexOf(part.slice(-1))];

type Span = { from: Temporal.Instant | null; to: Temporal.Instant };

/** Adds a subfolder's files to a count, and collects the names that have no row. */
async function countPart(
  { db, files }: AppContext,
  folder: FileFolder,
  part: string,
  { from, to }: Span,
  count: { examined: number; orphans: string[] },
) {
  let batch: string[] = [];
  const countBatch = async () => {
    count.examined += batch.length;
    count.orphans.push(...(await withoutRow(db, folder, batch)));
    batch = [];
  };
  for await (const name of files.list(`${folder}/${part}`)) {
    const at = writtenAt(name);
    if (
      !at ||
      Temporal.Instant.compare(at, to) > 0 ||
      (from && Temporal.Instant.compare(at, from) < 0)
    )
      continue;
    batch.push(name);
    if (batch.length === batchSize) await countBatch();
  }
  await countBatch();
}

/** Returns which of these files have no row. */
export async function withoutRow(
  read: Read,
  folder: FileFolder,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await read
    .selectFrom(tableOf[folder])
    .select('file_name')
    .where('file_name', '=', sql<string>`any(${names}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  const withRow = new Set(rows.map((row) => row.file_name));
  return names.filter((name) => !withRow.has(name));
}
