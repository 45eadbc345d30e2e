// Fills the queues for pictures and passwords during a test's call, so that the call is refused as
// `systemBusy`.
import { setImmediate } from 'node:timers/promises';
import { hashPassword, type PasswordTurn } from '#/platform/password.ts';
import { cleanPicture, type PictureTurn, pictureLimits } from '#/platform/picture.ts';
import { somePhoto } from './some-photo.ts';

/** Runs `ask` while other passwords of the same client fill the queue. */
export async function whilePasswordsWait<T>(turn: PasswordTurn, ask: () => Promise<T>): Promise<T> {
  const hash = () => hashPassword('ibang salita', 'full', turn).catch(() => setImmediate());
  return await whileBusy(60, hash, ask);
}

/** Runs `ask` while pictures of other clients fill the lane's queue. */
export async function whilePicturesWait<T>(
  lane: PictureTurn['lane'],
  ask: () => Promise<T>,
): Promise<T> {
  const slow = await somePhoto(1000, 750).jpeg().toBuffer();
  const { decodesAtOnce, waitingOfLane } = pictureLimits;
  const clean = (nth: number) =>
    cleanPicture(slow, 'id', { lane, key: `client ${nth}` }).catch(() => setImmediate());
  return await whileBusy(decodesAtOnce + waitingOfLane, clean, ask);
}

async function whileBusy<T>(
  width: number,
  work: (nth: number) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  let isAnswered = false;
  const others = Array.from({ length: width }, async (_, nth) => {
    while (!isAnswered) await work(nth);
  });
  try {
    return await ask();
  } finally {
    isAnswered = true;
    await Promise.all(others);
  }
}
