// Pictures of people whom we refused go after 90 days, unless the refusal is disputed or another application uses them. Found from state: a day
// on which it did not run is made up for by the next.
import { refusedPicturesDays } from '#/data/retention.ts';
import { inTx, type Tx } from '#/db/database.ts';
import { audit } from '#/kit/audit.ts';
import type { WorkCtx } from '#/kit/ctx.ts';
import { markRefusedPictures } from './retention.store.ts';

const batchSize = 500;

/**
 * Deletes what is due. The rows say so first; the files follow by a job that is enqueued in the same transaction, and should that be lost, the sweep
 * removes them. @returns how many pictures.
 */
export async function deleteRefusedPictures(ctx: WorkCtx): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await inTx(ctx.house.db, (tx) => deleteBatch(ctx, tx));
    deleted += count;
    if (count < batchSize) return deleted;
  }
}

async function deleteBatch({ house, now }: WorkCtx, tx: Tx): Promise<number> {
  const refusedBefore = now.subtract({ hours: 24 * refusedPicturesDays });
  const names = await markRefusedPictures(tx, { refusedBefore, at: now, most: batchSize });
  if (names.length === 0) return 0;
  await house.queue.enqueue(tx, 'pictures.remove', { names });
  const detail = { pictures: names.length, refusedPicturesDays };
  await audit(tx, { at: now, who: 'retention', act: 'picturesDeleted', detail });
  return names.length;
}
