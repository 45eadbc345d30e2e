// All SQL for picture codes.
import type { Read, Tx } from '#/db/database.ts';

type Picture = { id: string; deviceId: string; answerHash: Buffer };

export async function insertPicture(
  tx: Tx,
  { id, deviceId, answerHash }: Picture,
  endsAt: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('captchas')
    .values({ id, device_id: deviceId, answer_hash: answerHash, ends_at: endsAt })
    .execute();
}

/**
 * Replaces the answer to an open picture.
 * @returns false if the picture is no longer open.
 */
export async function changeAnswer(
  tx: Tx,
  { id, deviceId, answerHash }: Picture,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .updateTable('captchas')
    .set({ answer_hash: answerHash })
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
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
 * Uses up a picture and checks the answer in one statement, so that only one of several concurrent
 * answers counts.
 * @returns `dead` if there is no open picture.
 */
export async function usePicture(
  tx: Tx,
  { id, deviceId, answerHash }: Picture,
  wall: Temporal.Instant,
): Promise<'right' | 'wrong' | 'dead'> {
  const row = await tx
    .updateTable('captchas')
    .set({ used_at: wall })
    .where('id', '=', id)
    .where('device_id', '=', deviceId)
    .where('used_at', 'is', null)
    .where('ends_at', '>', wall)
    .returning('answer_hash')
    .executeTakeFirst();
  if (!row) return 'dead';
  return row.answer_hash.equals(answerHash) ? 'right' : 'wrong';
}
