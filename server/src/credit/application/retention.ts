// Deletes rejected applicants' pictures after 90 days, unless disputed or used elsewhere, and
// unused pictures after 30 days. Each run finds all that is due, so a missed run does no harm.

import { audit } from '#/context/audit.ts';
import { examineInTurn, type Place } from '#/context/cleanup.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { sweepFiles } from '#/context/stored-files.ts';
import { refusedPicturesDays, unsentPicturesDays } from '#/data/retention.ts';
import type { Tx } from '#/db/database.ts';
import { type Marked, markRefusedPictures, markUnsentPictures } from './retention.store.ts';

/** Deletes rejected applicants' pictures that are due. @returns the number of pictures. */
export async function deleteRefusedPictures(ctx: WorkCtx): Promise<number> {
  const due = { refusedBefore: ctx.now.subtract({ hours: 24 * refusedPicturesDays }), at: ctx.now };
  return await deletePictures(ctx, { refusedPicturesDays }, (tx, from) =>
    markRefusedPictures(tx, { ...due, from }),
  );
}

/** Deletes unused pictures that are due. @returns the number of pictures. */
export async function deleteUnsentPictures(ctx: WorkCtx): Promise<number> {
  const due = { sentBefore: ctx.now.subtract({ hours: 24 * unsentPicturesDays }), at: ctx.now };
  return await deletePictures(ctx, { unsentPicturesDays }, (tx, from) =>
    markUnsentPictures(tx, { ...due, from }),
  );
}

/**
 * Marks the rows, records the batch in the trail and enqueues the removal of the files, in one
 * transaction. The sweep removes files whose job is lost.
 */
async function deletePictures(
  { app, now }: WorkCtx,
  period: { refusedPicturesDays: number } | { unsentPicturesDays: number },
  mark: (tx: Tx, from: Place | null) => Promise<Marked>,
): Promise<number> {
  const name = 'refusedPicturesDays' in period ? 'refused pictures' : 'unsent pictures';
  return await examineInTurn(app.db, name, async (tx, from) => {
    const { examined, names, last } = await mark(tx, from);
    if (names.length > 0) {
      await app.queue.enqueue(tx, 'pictures.remove', { names });
      await audit(tx, {
        at: now,
        who: 'retention',
        act: 'picturesDeleted',
        detail: { pictures: names.length, ...period },
      });
    }
    return { examined, handled: names.length, last };
  });
}

/**
 * Removes picture files without a database row. Safe to run concurrently.
 * @returns the number of removed files.
 */
export async function sweepOrphanPictures(
  ctx: WorkCtx,
  parts?: readonly string[],
): Promise<number> {
  return await sweepFiles(ctx, 'pictures', parts);
}
