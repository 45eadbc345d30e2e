// Files that belong to a row: a file is written before its row, so that no row ever lacks its file.
// Its name is a random id that begins with its time, so that the sweep knows a file's age from its
// name alone.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import type { AppContext } from './app-context.ts';
import type { WorkCtx } from './ctx.ts';
import { installationOf } from './installation.ts';

/** Where the files of each slice lie. */
export const fileFolders = ['pictures', 'receipts', 'recoveries'] as const;
export type FileFolder = (typeof fileFolders)[number];
/** The tables whose rows name them. */
const tableOf = {
  pictures: 'pictures',
  receipts: 'complaint_pictures',
  recoveries: 'account_recovery_pictures',
} as const;

/** No upload takes an hour: an older file without a row never gets one. */
const settledAfterMs = 60 * 60 * 1000;
const batchSize = 500;

/**
 * 'pictures/ab/0197…'; the folder within is named by the last two digits, which are chance, so that
 * none grows too large.
 */
export function newFileName(folder: FileFolder, wall: Temporal.Instant): string {
  const id = newId(wall);
  return `${folder}/${id.slice(-2)}/${id}`;
}

/** When a file was written, in real time; null for a name that is not ours. */
export function writtenAt(fileName: string): Temporal.Instant | null {
  const id =
    /^(?:pictures|receipts|recoveries)\/[0-9a-f]{2}\/([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f-]{18,}$/.exec(
      fileName,
    );
  return id
    ? Temporal.Instant.fromEpochMilliseconds(Number.parseInt(`${id[1]}${id[2]}`, 16))
    : null;
}

/** The two digits by which the folders within are named. */
export const allParts: readonly string[] = Array.from({ length: 256 }, (_, nth) =>
  nth.toString(16).padStart(2, '0'),
);
/** Swept in one look; so all of them within six hours, which is a round. */
const partsInALook = 8;
const lookMs = 10 * 60 * 1000;
/**
 * What a crash left behind is found while it is as young as this. An older file without a row is of
 * one that went later, and whose job to remove it was lost.
 */
const youngMs = 3 * 24 * 60 * 60 * 1000;
/**
 * A part's older files, which are nearly all of them, are looked at in one of so many rounds:
 * within a week.
 */
const roundsForOld = 28;

type Turn = { part: string; withOld: boolean };

/** The parts whose turn it is. */
export function partsInTurn(wall: Temporal.Instant): Turn[] {
  const from = Math.floor(wall.epochMilliseconds / lookMs) * partsInALook;
  const [round, first] = [Math.floor(from / allParts.length), from % allParts.length];
  return allParts
    .slice(first, first + partsInALook)
    .map((part, nth) => ({ part, withOld: (round + first + nth) % roundsForOld === 0 }));
}

/**
 * A look deletes no more than this share of the files that it saw; from few files a handful, if
 * rows name as many others.
 */
const mostShare = 0.01;
const mostOfFew = 5;
/** So many files, or all, are seen before a look deletes any: the share of a few says nothing. */
const evidence = 1000;

/** How many of the files that were seen may go, of which so many have a row. */
const mostAtOnce = ({ seen, known }: { seen: number; known: number }) =>
  Math.max(Math.floor(seen * mostShare), Math.min(mostOfFew, known));

/**
 * Moves the files of a folder that have no row in its table to the trash: what a crash left behind,
 * and what was deleted with its row. It looks at a part of the folder each ten minutes, unless the
 * parts are given, which are then looked at whole. It moves none, and `held_sweeps` says so, if too
 * many have no row or if the folder is another installation's; and none while payouts wait after a
 * restore. @returns how many. Safe to run twice at once.
 */
export async function sweepFiles(
  ctx: WorkCtx,
  folder: FileFolder,
  parts?: readonly string[],
): Promise<number> {
  const { app, wall } = ctx;
  if (await isAfterRestore(app)) return 0;
  if (!(await isOurs(app))) return await hold(ctx, folder, 'stranger', 1);
  await release(app.db, folder);
  const turns = parts?.map((part) => ({ part, withOld: true })) ?? partsInTurn(wall);
  const place = `${folder}/${turns[0]?.part}`;
  const settled = wall.subtract({ milliseconds: settledAfterMs });
  const young = wall.subtract({ milliseconds: youngMs });
  const own = { seen: 0, without: [] as string[] };
  for (const { part, withOld } of turns)
    await lookAt(app, folder, part, { from: withOld ? null : young, to: settled }, own);
  if (own.without.length > 0) {
    const all = { seen: own.seen, without: [...own.without] };
    for (const { part } of turns.filter(({ withOld }) => !withOld))
      if (all.seen < evidence) await lookAt(app, folder, part, { from: null, to: young }, all);
    for (const part of allParts.filter((one) => !turns.some((turn) => turn.part === one)))
      if (all.seen < evidence) await lookAt(app, folder, part, { from: null, to: settled }, all);
    const without = all.without.length;
    if (without > mostAtOnce({ seen: all.seen, known: all.seen - without }))
      return await hold(ctx, place, 'tooMany', without);
    await discardFiles(app, own.without, wall);
  }
  await release(app.db, place);
  return own.without.length;
}

/**
 * Whether a start found a restore or a copy, and nobody has switched payouts on since: rows of
 * files that are here may be missing.
 */
async function isAfterRestore({ db, settings }: AppContext): Promise<boolean> {
  if ((await settings.all()).payoutsOn) return false;
  const row = await db
    .selectFrom('database_cluster')
    .select('payouts_paused_at')
    .executeTakeFirst();
  return Boolean(row?.payouts_paused_at);
}

async function isOurs({ db, files }: Pick<AppContext, 'db' | 'files'>): Promise<boolean> {
  const owner = await files.owner();
  return owner !== null && owner === (await installationOf(db));
}

async function hold(
  { app, wall }: WorkCtx,
  place: string,
  why: 'tooMany' | 'stranger',
  files: number,
): Promise<0> {
  const row = { why, files, held_at: wall };
  await app.db
    .insertInto('held_sweeps')
    .values({ place, ...row })
    .onConflict((clash) => clash.column('place').doUpdateSet(row))
    .execute();
  app.log.warn('files without a row were not deleted: see docs/operators/files.md', {
    event: 'files held',
    why,
    count: files,
  });
  return 0;
}

/**
 * Why no file of a folder may be released: an unchecked restore, or another installation's folder.
 * Null if files may.
 */
export async function whyNotReleased(app: AppContext): Promise<'afterRestore' | 'stranger' | null> {
  if (await isAfterRestore(app)) return 'afterRestore';
  return (await isOurs(app)) ? null : 'stranger';
}

/**
 * All files of a folder without a row, by name: what a sweep without a limit would delete. Omits
 * uploads that may be under way.
 */
export async function filesWithoutRow(
  { app, wall }: Pick<WorkCtx, 'app' | 'wall'>,
  folder: FileFolder,
): Promise<string[]> {
  const count = { seen: 0, without: [] as string[] };
  const to = wall.subtract({ milliseconds: settledAfterMs });
  for (const part of allParts) await lookAt(app, folder, part, { from: null, to }, count);
  return count.without.sort();
}

/** The sweeps that deleted nothing, oldest first. */
export async function heldSweeps(read: Read) {
  return await read
    .selectFrom('held_sweeps')
    .selectAll()
    .orderBy('held_at')
    .orderBy('place')
    .execute();
}

/**
 * Forgets the held sweeps of a folder whose files were released. The next sweep reports what
 * remains.
 */
export async function forgetHeldSweeps(tx: Read, folder: FileFolder): Promise<void> {
  await tx
    .deleteFrom('held_sweeps')
    .where('why', '=', 'tooMany')
    .where('place', 'like', `${folder}/%`)
    .execute();
}

async function release(db: Read, place: string): Promise<void> {
  await db.deleteFrom('held_sweeps').where('place', '=', place).execute();
}

/** How many files look as if they should go and are kept for people to see, for readiness. */
export async function heldFiles(read: Read): Promise<number> {
  const row = await read
    .selectFrom('held_sweeps')
    .select(({ fn }) => fn.sum<string | null>('files').as('files'))
    .executeTakeFirst();
  return Number(row?.files ?? 0);
}

/**
 * How long a deleted file can be put back, in days of real time: the sandbox's clock, which anybody
 * turns, does not shorten it.
 */
export const trashDays = 30;

/**
 * 'trash/2026-11-29T05': all that was deleted within an hour (UTC) lies in one folder, so that its
 * age is its name.
 */
const trashFolder = (wall: Temporal.Instant) => `trash/${wall.toString().slice(0, 13)}`;

/**
 * Deletes files: they lie in the trash for 30 days. A file that is not there is no error: another
 * server was first.
 */
export async function discardFiles(
  { files }: Pick<AppContext, 'files'>,
  names: readonly string[],
  wall: Temporal.Instant,
): Promise<void> {
  for (const name of names) await files.move(name, `${trashFolder(wall)}/${name}`);
}

/**
 * Deletes for good what has lain in the trash for 30 days, whoever put it there, within the hour
 * after.
 * @returns how many hours of the trash. Safe to run twice at once.
 */
export async function emptyTrash({ app, wall }: Pick<WorkCtx, 'app' | 'wall'>): Promise<number> {
  if (!(await isOurs(app))) return 0;
  let emptied = 0;
  for (const name of await app.files.folders('trash')) {
    if (!/^\d{4}-\d\d-\d\dT\d\d$/.test(name)) continue;
    const goesAt = Temporal.Instant.from(`${name}:00:00Z`).add({ hours: 24 * trashDays + 1 });
    if (Temporal.Instant.compare(goesAt, wall) > 0) continue;
    await app.files.deleteFolder(`trash/${name}`);
    emptied += 1;
  }
  return emptied;
}

type Span = { from: Temporal.Instant | null; to: Temporal.Instant };

/** Adds what is in a part to a count, with the names of files that no row names. */
async function lookAt(
  { db, files }: AppContext,
  folder: FileFolder,
  part: string,
  { from, to }: Span,
  count: { seen: number; without: string[] },
) {
  let batch: string[] = [];
  const take = async () => {
    count.seen += batch.length;
    count.without.push(...(await withoutRow(db, folder, batch)));
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
    if (batch.length === batchSize) await take();
  }
  await take();
}

async function withoutRow(
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
  const known = new Set(rows.map((row) => row.file_name));
  return names.filter((name) => !known.has(name));
}
