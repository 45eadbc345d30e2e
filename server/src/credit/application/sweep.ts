// Files of pictures without a row go, and so do those whose picture was deleted.
import type { WorkCtx } from '#/context/ctx.ts';
import { sweepFiles } from '#/context/stored-files.ts';

/** Removes the files of pictures that never got their row. @returns how many. Safe to run twice at once. */
export async function sweepOrphanPictures(ctx: WorkCtx): Promise<number> {
  return await sweepFiles(ctx, 'pictures', 'pictures');
}
