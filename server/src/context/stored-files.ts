// Files that belong to a row: a file is written before its row, so that no row ever lacks its file. Its name is a random id that begins with its time,
// so that the sweep knows a file's age from its name alone.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
import type { AppContext } from './app-context.ts';
import type { WorkCtx } from './ctx.ts';

/** Where the files of each slice lie. */
export type FileFolder = 'pictures' | 'receipts' | 'recoveries';
/** The tables whose rows name them. */
type PictureTable = 'pictures' | 'complaint_pictures' | 'account_recovery_pictures';

/** No upload takes an hour: an older file without a row never gets one. */
const settledAfterMs = 60 * 60 * 1000;
const batchSize = 500;

/** 'pictures/ab/0197…'; the folder within is named by the last two digits, which are chance, so that none grows too large. */
export function newFileName(folder: FileFolder, wall: Temporal.Instant): string {
  const id = newId(wall);
  return `${folder}/${id.slice(-2)}/${id}`;
}

/** When a file was written, in real time; null for a name that is not ours. */
export function writtenAt(fileName: string): Temporal.Instant | null {
  const id = /^(?:pictures|receipts|recoveries)\/[0-9a-f]{2}\/([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f-]{18,}$/.exec(fileName);
  return id ? Temporal.Instant.fromEpochMilliseconds(Number.parseInt(`${id[1]}${id[2]}`, 16)) : null;
}

/** The two digits by which the folders within are named. */
export const allParts: readonly string[] = Array.from({ length: 256 }, (_, nth) => nth.toString(16).padStart(2, '0'));
/** Swept in one look; so all of them within six hours, which is a round. */
const partsInALook = 8;
const lookMs = 10 * 60 * 1000;
/** What a crash left behind is found while it is as young as this. An older file without a row is of one that went later, and whose job to remove it was lost. */
const youngMs = 3 * 24 * 60 * 60 * 1000;
/** A part's older files, which are nearly all of them, are looked at in one of so many rounds: within a week. */
const roundsForOld = 28;

type Turn = { part: string; withOld: boolean };

/** The parts whose turn it is. */
export function partsInTurn(wall: Temporal.Instant): Turn[] {
  const from = Math.floor(wall.epochMilliseconds / lookMs) * partsInALook;
  const [round, first] = [Math.floor(from / allParts.length), from % allParts.length];
  return allParts.slice(first, first + partsInALook).map((part, nth) => ({ part, withOld: (round + first + nth) % roundsForOld === 0 }));
}

/**
 * Removes the files of a folder that have no row in its table: what a crash left behind, and what was deleted with its row. It looks at a part of the folder each ten
 * minutes, unless the parts are given, which are then looked at whole. @returns how many. Safe to run twice at once.
 */
export async function sweepFiles(ctx: WorkCtx, folder: FileFolder, table: PictureTable, parts?: readonly string[]): Promise<number> {
  const settled = ctx.wall.subtract({ milliseconds: settledAfterMs });
  const young = ctx.wall.subtract({ milliseconds: youngMs });
  let removed = 0;
  for (const { part, withOld } of parts?.map((part) => ({ part, withOld: true })) ?? partsInTurn(ctx.wall))
    removed += await sweepPart(ctx.app, `${folder}/${part}`, table, { from: withOld ? null : young, to: settled });
  return removed;
}

type Span = { from: Temporal.Instant | null; to: Temporal.Instant };

async function sweepPart({ db, files }: AppContext, part: string, table: PictureTable, { from, to }: Span): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    for (const name of await withoutRow(db, table, batch)) {
      await files.remove(name);
      removed += 1;
    }
    batch = [];
  };
  for await (const name of files.list(part)) {
    const at = writtenAt(name);
    if (!at || Temporal.Instant.compare(at, to) > 0 || (from && Temporal.Instant.compare(at, from) < 0)) continue;
    batch.push(name);
    if (batch.length === batchSize) await sweep();
  }
  await sweep();
  return removed;
}

async function withoutRow(read: Read, table: PictureTable, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await read
    .selectFrom(table)
    .select('file_name')
    .where('file_name', '=', sql<string>`any(${names}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Set(rows.map((row) => row.file_name));
  return names.filter((name) => !known.has(name));
}
