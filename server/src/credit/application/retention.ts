// Deletes pictures that are no longer needed: those of rejected applicants after 90 days, unless the rejection is disputed or another application
// uses them, and those without an application after 30. Found from state, so that the next run makes up for a missed day.

import { audit } from '#/context/audit.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { sweepFiles } from '#/context/stored-files.ts';
import { refusedPicturesDays, unsentPicturesDays } from '#/data/retention.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { markRefusedPictures, markUnsentPictures } from './retention.store.ts';

const batchSize = 500;

/** Deletes the pictures of refusals that are due. @returns how many. */
export async function deleteRefusedPictures(ctx: WorkCtx): Promise<number> {
  const due = { refusedBefore: ctx.now.subtract({ hours: 24 * refusedPicturesDays }), at: ctx.now, most: batchSize };
  return await inBatches(ctx, { refusedPicturesDays }, (tx) => markRefusedPictures(tx, due));
}

/** Deletes the pictures that no application was sent with in time. @returns how many. */
export async function deleteUnsentPictures(ctx: WorkCtx): Promise<number> {
  const due = { sentBefore: ctx.now.subtract({ hours: 24 * unsentPicturesDays }), at: ctx.now, most: batchSize };
  return await inBatches(ctx, { unsentPicturesDays }, (tx) => markUnsentPictures(tx, due));
}

/**
 * The rows say so first; the files follow by a job that is enqueued in the same transaction, and should that be lost, the sweep removes them. Each
 * batch has its row in the trail, with the period by which it went.
 */
async function inBatches({ app, now }: WorkCtx, period: Record<string, number>, mark: (tx: Tx) => Promise<string[]>): Promise<number> {
  const batch = async (tx: Tx) => {
    const names = await mark(tx);
    if (names.length === 0) return 0;
    await app.queue.enqueue(tx, 'pictures.remove', { names });
    await audit(tx, { at: now, who: 'retention', act: 'picturesDeleted', detail: { pictures: names.length, ...period } });
    return names.length;
  };
  let deleted = 0;
  for (;;) {
    const count = await inTx(app.db, batch);
    deleted += count;
    if (count < batchSize) return deleted;
  }
}

/** Removes the files of pictures that never got their row. @returns how many. Safe to run twice at once. */
export async function sweepOrphanPictures(ctx: WorkCtx): Promise<number> {
  return await sweepFiles(ctx, 'pictures', 'pictures');
}
