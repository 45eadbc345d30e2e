// Pictures of complaints go 90 days after their complaint was closed, and files without a row an
// hour after they were written. Found from state: a day on which it did not run is made up for by
// the next.

import { audit } from '#/context/audit.ts';
import { takeInTurn } from '#/context/cleanup.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { sweepFiles } from '#/context/stored-files.ts';
import { complaintPicturesDays } from '#/data/retention.ts';
import { markClosedPictures } from './store.ts';

/**
 * Deletes the pictures of complaints that were closed long enough ago. The rows say so first, the
 * files follow by a job.
 * @returns how many.
 */
export async function deleteComplaintPictures({ app, now }: WorkCtx): Promise<number> {
  const due = { closedBefore: now.subtract({ hours: 24 * complaintPicturesDays }), at: now };
  return await takeInTurn(app.db, 'complaint pictures', async (tx, from) => {
    const { looked, names, last } = await markClosedPictures(tx, { ...due, from });
    if (names.length > 0) {
      await app.queue.enqueue(tx, 'pictures.remove', { names });
      const detail = { pictures: names.length, complaintPicturesDays };
      await audit(tx, { at: now, who: 'retention', act: 'complaintPicturesDeleted', detail });
    }
    return { looked, taken: names.length, last };
  });
}

/**
 * Removes the files of receipts that have no row: what a crash left behind, and what belonged to an
 * erased account.
 * @returns how many.
 */
export async function sweepComplaintFiles(
  ctx: WorkCtx,
  parts?: readonly string[],
): Promise<number> {
  return await sweepFiles(ctx, 'receipts', parts);
}
