// Deletes complaints' pictures 90 days after the complaint is closed, and files without a database
// row after an hour. The tables show what is due, so the next run makes up for a missed one.

import { audit } from '#/context/audit.ts';
import { examineInTurn } from '#/context/cleanup.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import { sweepFiles } from '#/context/stored-files.ts';
import { complaintPicturesDays } from '#/data/retention.ts';
import { markClosedPictures } from './store.ts';

/**
 * Marks the pictures of complaints closed at least 90 days ago as deleted; a job then removes the
 * files.
 * @returns the number of marked pictures.
 */
export async function deleteComplaintPictures({ app, now }: WorkCtx): Promise<number> {
  const due = { closedBefore: now.subtract({ hours: 24 * complaintPicturesDays }), at: now };
  return await examineInTurn(app.db, 'complaint pictures', async (tx, from) => {
    const { examined, names, last } = await markClosedPictures(tx, { ...due, from });
    if (names.length > 0) {
      await app.queue.enqueue(tx, 'pictures.remove', { names });
      const detail = { pictures: names.length, complaintPicturesDays };
      await audit(tx, { at: now, who: 'retention', act: 'complaintPicturesDeleted', detail });
    }
    return { examined, handled: names.length, last };
  });
}

/**
 * Removes receipt files without a row, left by a crash or by the erasure of an account.
 * @returns the number of removed files.
 */
export async function sweepComplaintFiles(
  ctx: WorkCtx,
  parts?: readonly string[],
): Promise<number> {
  return await sweepFiles(ctx, 'receipts', parts);
}
