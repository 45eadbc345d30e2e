// All SQL about picture codes.
import type { Read, Tx } from '#/db/database.ts';

type Picture = { id: string; deviceId: string; answerHash: Buffer };

export async function insertPicture(tx: Tx, one: Picture, endsAt: Temporal.Instant): Promise<void> {
  await tx
    .insertInto('captchas')
    .values({ id: one.id, device_id: one.deviceId, answer_hash: one.answerHash, ends_at: endsAt })
    .execute();
}

/** Gives a picture that is still open another answer; false when it is not. */
export async function changeAnswer(tx: Tx, one: Picture, wall: Temporal.Instant): Promise<boolean> {
  const row = await tx
    .updateTable('captchas')
    .set({ answer_hash: one.answerHash })
    .where('id', '=', one.id)
    .where('device_id', '=', one.deviceId)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEnd(read: Read, id: string): Promise<Temporal.Instant | null> {
  const row = await read
    .selectFrom('captchas')
    .select('ends_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.ends_at ?? null;
}

/**
 * Uses a picture up and returns whether the answer was right: one statement, so that of many
 * answers at once one counts. `dead` where there is none to use.
 */
export async function usePicture(
  tx: Tx,
  one: Picture,
  wall: Temporal.Instant,
): Promise<'right' | 'wrong' | 'dead'> {
  const row = await tx
    .updateTable('captchas')
    .set({ used_at: wall })
    .where('id', '=', one.id)
    .where('device_id', '=', one.deviceId)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .returning('answer_hash')
    .executeTakeFirst();
  if (!row) return 'dead';
  return row.answer_hash.equals(one.answerHash) ? 'right' : 'wrong';
}
