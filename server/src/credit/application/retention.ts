// Deletes pictures that are no longer needed: those of rejected applicants after 90 days, unless
// the rejection is disputed or another application uses them, and those without an application
// after 30. Found from state, so that the next run makes up for a missed day.

import { audit } from '#/context/audit.ts';
import { type Reached, takeInTurn } from '#/context/cleanup.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { sweepFiles } from '#/context/stored-files.ts';
import { refusedPicturesDays, unsentPicturesDays } from '#/data/retention.ts';
import type { Tx } from '#/db/database.ts';
import { type Marked, markRefusedPictures, markUnsentPictures } from './retention.store.ts';

/** Deletes the pictures of refusals that are due. @returns how many. */
export async function deleteRefusedPictures(ctx: WorkCtx): Promise<number> {
  const due = { refusedBefore: ctx.now.subtract({ hours: 24 * refusedPicturesDays }), at: ctx.now };
  return await deletePictures(ctx, { refusedPicturesDays }, (tx, from) =>
    markRefusedPictures(tx, { ...due, from }),
  );
}

/** Deletes the pictures that no application was sent with in time. @returns how many. */
export async function deleteUnsentPictures(ctx: WorkCtx): Promise<number> {
  const due = { sentBefore: ctx.now.subtract({ hours: 24 * unsentPicturesDays }), at: ctx.now };
  return await deletePictures(ctx, { unsentPicturesDays }, (tx, from) =>
    markUnsentPictures(tx, { ...due, from }),
  );
}

/**
 * The rows say so first; the files follow by a job that is enqueued in the same transaction, and
 * should that be lost, the sweep removes them. Each batch has its row in the trail, with the period
 * by which it went.
 */
async function deletePictures(
  { app, now }: WorkCtx,
  period: { refusedPicturesDays: number } | { unsentPicturesDays: number },
  mark: (tx: Tx, from: Reached | null) => Promise<Marked>,
): Promise<number> {
  const name = 'refusedPicturesDays' in period ? 'refused pictures' : 'unsent pictures';
  return await takeInTurn(app.db, name, async (tx, from) => {
    const { looked, names, last } = await mark(tx, from);
    if (names.length > 0) {
      await app.queue.enqueue(tx, 'pictures.remove', { names });
      await audit(tx, {
        at: now,
        who: 'retention',
        act: 'picturesDeleted',
        detail: { pictures: names.length, ...period },
      });
    }
    return { looked, taken: names.length, last };
  });
}

/**
 * Removes the files of pictures that never got their row.
 * @returns how many. Safe to run twice at once.
 */
export async function sweepOrphanPictures(
  ctx: WorkCtx,
  parts?: readonly string[],
): Promise<number> {
  return await sweepFiles(ctx, 'pictures', parts);
}
