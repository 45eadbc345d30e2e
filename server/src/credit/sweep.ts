// A picture's file is written before its row, so that no row ever lacks its file. What a crash in between leaves behind is removed here,
// and so are files whose picture was deleted.
import type { WorkCtx } from '#/kit/ctx.ts';
import { pictureFolder, writtenAt } from './picture-file.ts';
import { unknownFiles } from './pictures-store.ts';

/** No upload takes an hour: an older file without a row never gets one. */
const settledAfterMs = 60 * 60 * 1000;
const batchSize = 500;

/** Removes the files of pictures that never got their row. @returns how many. Safe to run twice at once. */
export async function sweepOrphanPictures({ house, wall }: WorkCtx): Promise<number> {
  const settled = wall.subtract({ milliseconds: settledAfterMs });
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    for (const name of await unknownFiles(house.db, batch)) {
      await house.files.remove(name);
      removed += 1;
    }
    batch = [];
  };
  for await (const name of house.files.list(pictureFolder)) {
    const at = writtenAt(name);
    if (!at || Temporal.Instant.compare(at, settled) > 0) continue;
    batch.push(name);
    if (batch.length === batchSize) await sweep();
  }
  await sweep();
  return removed;
}
