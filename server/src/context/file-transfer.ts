// Copies files from the previous place to the new one while the server serves, a subfolder at a
// time. Each step may run twice or be cut off: it copies whatever the new place lacks.
import type { Files } from '#/adapters/files/port.ts';
import type { Read } from '#/db/database.ts';
import type { WorkCtx } from './ctx.ts';
import { allParts, discardFiles, fileFolders, ownsFiles } from './stored-files.ts';

type Transfer = Pick<NonNullable<Files['transfer']>, 'from' | 'to'>;

/** Every subfolder that holds files. The trash moves too, so that its files can be restored. */
export const partsToCopy: readonly string[] = [
  ...fileFolders.flatMap((folder) => allParts.map((part) => `${folder}/${part}`)),
  'trash',
];
/** How many files of a subfolder a server copies at once. It copies two subfolders at once. */
const lanes = 4;

/** Copies the files of a subfolder and records that it is done. Does nothing without a move. */
export async function copyPart(
  { app, wall }: Pick<WorkCtx, 'app' | 'wall'>,
  part: string,
): Promise<void> {
  const { transfer } = app.files;
  if (!transfer) return;
  const { from, to } = transfer;
  if (await wasCopied(app.db, transfer, part)) return;
  const copies = new Set(await Array.fromAsync(to.list(part)));
  const names = (await Array.fromAsync(from.list(part)))
    .filter((name) => !copies.has(name))
    .values();
  let files = 0;
  const copyNext = async () => {
    for (const name of names) {
      if (await transfer.copy(name)) files += 1;
      // If the file was deleted meanwhile, the copy must not outlive it.
      if (part !== 'trash' && !(await from.has(name)))
        await discardFiles({ files: to }, [name], wall);
    }
  };
  await Promise.all(Array.from({ length: lanes }, copyNext));
  // A folder that was unmounted during the copy looks empty.
  if (!(await ownsFiles(app)))
    throw new Error(`${from.place} or ${to.place} lacks the mark of this installation.`);
  await app.db
    .insertInto('file_copies')
    .values({ source: from.place, target: to.place, part, files, copied_at: wall })
    .onConflict((clash) => clash.columns(['source', 'target', 'part']).doNothing())
    .execute();
}

async function wasCopied(read: Read, { from, to }: Transfer, part: string): Promise<boolean> {
  const row = await read
    .selectFrom('file_copies')
    .select('part')
    .where('source', '=', from.place)
    .where('target', '=', to.place)
    .where('part', '=', part)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the subfolders that are copied, each with the number of its files that were. */
export async function copiedParts(
  read: Read,
  { from, to }: Transfer,
): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('file_copies')
    .select(['part', 'files'])
    .where('source', '=', from.place)
    .where('target', '=', to.place)
    .execute();
  return new Map(rows.map(({ part, files }) => [part, files]));
}

/** Forgets the copies of other moves; with `isAnew` also those of this one. */
export async function forgetCopies(
  tx: Read,
  { from, to }: Transfer,
  isAnew: boolean,
): Promise<void> {
  const copies = tx.deleteFrom('file_copies');
  await (isAnew
    ? copies
    : copies.where((row) =>
        row.not(row.and([row('source', '=', from.place), row('target', '=', to.place)])),
      )
  ).execute();
}
