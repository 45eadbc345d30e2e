// Remembers the envelopes of writes for all servers, because HPKE does not detect replays. Reads
// are not remembered, because only the original sender can open the response to a replayed read.
import { deleteEnded } from '#/context/cleanup.ts';
import type { Db, Read } from '#/db/database.ts';
import { sha256 } from '#/platform/seal.ts';

const keptMinutes = 10;

/** Remembers an envelope by its encapsulated key. @returns false if it was seen before */
export async function rememberEnvelope(
  db: Read,
  enc: Uint8Array,
  wall: Temporal.Instant,
): Promise<boolean> {
  const row = await db
    .insertInto('replay_cache')
    .values({ enc_hash: sha256(enc), seen_at: wall })
    .onConflict((clash) => clash.doNothing())
    .returning('seen_at')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes remembered envelopes that the clock check would refuse anyway. */
export async function deleteExpiredEnvelopes(db: Db, wall: Temporal.Instant): Promise<void> {
  await deleteEnded(db, 'replay_cache', 'seen_at', wall.subtract({ minutes: keptMinutes }));
}
