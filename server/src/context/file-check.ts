// Compares the rows of files with the stored files, both ways.
import type { AppContext } from './app-context.ts';
import { allParts, type FileFolder, fileFolders, isSettled, namedFiles } from './stored-files.ts';

/** A comparison ends with the subfolder in which it has seen this many rows and files. */
const mostNames = 500_000;
/** The number of names of each kind that a comparison returns. */
const mostExamples = 10;

type Look = { app: Pick<AppContext, 'db' | 'files'>; wall: Temporal.Instant };
type Found = { count: number; first: string[] };
export type FileCheck = {
  /** The first and the last subfolder that were compared. */
  from: string;
  to: string;
  rows: number;
  files: number;
  /** Rows whose file is in no place. */
  missing: Found;
  /** During a move: rows whose file is only in the previous place. */
  onlyPrevious: Found;
  /** Files that have had no row for an hour. */
  withoutRow: Found;
  /** The subfolder to continue with; null at the end. */
  next: string | null;
};

const everyPart = fileFolders.flatMap((folder) =>
  allParts.map((part) => ({ folder, part, name: `${folder}/${part}` })),
);

/** Compares from a subfolder on, such as 'pictures/00', until the limit or the end. */
export async function checkFiles(ctx: Look, from: string, limit = mostNames): Promise<FileCheck> {
  const found = { missing: noneFound(), onlyPrevious: noneFound(), withoutRow: noneFound() };
  const count = { rows: 0, files: 0 };
  const start = everyPart.findIndex(({ name }) => name === from);
  let nth = start;
  for (; nth < everyPart.length && count.rows + count.files < limit; nth++) {
    const place = everyPart[nth];
    if (place) await comparePart(ctx, place, count, found);
  }
  return {
    from,
    to: everyPart[nth - 1]?.name ?? from,
    ...count,
    ...found,
    next: everyPart[nth]?.name ?? null,
  };
}

const noneFound = (): Found => ({ count: 0, first: [] });

function note(found: Found, names: readonly string[]): void {
  found.count += names.length;
  found.first.push(...names.slice(0, mostExamples - found.first.length));
}

async function comparePart(
  { app, wall }: Look,
  { folder, part, name }: { folder: FileFolder; part: string; name: string },
  count: { rows: number; files: number },
  found: Pick<FileCheck, 'missing' | 'onlyPrevious' | 'withoutRow'>,
): Promise<void> {
  const { db, files } = app;
  // A file is stored before its row. If the rows are read first, every one of them has its file.
  const rows = await namedFiles(db, folder, part);
  const stored = new Set(await Array.fromAsync((files.transfer?.to ?? files).list(name)));
  const previous = new Set(
    files.transfer ? await Array.fromAsync(files.transfer.from.list(name)) : [],
  );
  const [all, known] = [stored.union(previous), new Set(rows)];
  const lacking = rows.filter((row) => !stored.has(row));
  // Rows may have been deleted with their files meanwhile.
  const still = lacking.length > 0 ? new Set(await namedFiles(db, folder, part)) : new Set();
  const absent = lacking.filter((row) => still.has(row)).sort();
  count.rows += rows.length;
  count.files += all.size;
  note(
    found.missing,
    absent.filter((row) => !previous.has(row)),
  );
  note(
    found.onlyPrevious,
    absent.filter((row) => previous.has(row)),
  );
  note(found.withoutRow, [...all.difference(known)].filter((file) => isSettled(file, wall)).sort());
}
