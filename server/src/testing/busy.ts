// Fills the queues for pictures and passwords during a test's call, so that the call is refused as
// `systemBusy`.
import { setImmediate } from 'node:timers/promises';
import { hashPassword, type PasswordTurn } from '#/platform/password.ts';
import { cleanPicture, pictureLimits } from '#/platform/picture.ts';
import { somePhoto } from './some-photo.ts';

/** Runs `ask` while passwords of the same client fill the queue. */
export async function whilePasswordsWait<T>(turn: PasswordTurn, ask: () => Promise<T>): Promise<T> {
  const hash = () => hashPassword('ibang salita', 'full', turn).catch(() => setImmediate());
  return await whileBusy(60, hash, ask);
}

/** Runs `ask` while other pictures fill the queue. */
export async function whilePicturesWait<T>(ask: () => Promise<T>): Promise<T> {
  const slow = await somePhoto(2000, 1500).jpeg().toBuffer();
  const { decodesAtOnce, waiting } = pictureLimits;
  return await whileBusy(decodesAtOnce + waiting, () => cleanPicture(slow, 'id'), ask);
}

async function whileBusy<T>(
  width: number,
  work: () => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  let isAnswered = false;
  const others = Array.from({ length: width }, async () => {
    while (!isAnswered) await work();
  });
  try {
    return await ask();
  } finally {
    isAnswered = true;
    await Promise.all(others);
  }
}
