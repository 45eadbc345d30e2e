// What a picture of digits says, for programs that cannot look at it: only a keyed hash is kept, and here are the keys.
import { pictureAnswerOf } from '#/account/account.ts';
import type { Sealer } from '#/platform/seal.ts';

/** Tries all digits there are. */
export function digitsOf(sealer: Sealer, picture: { id: string; answer_hash: Buffer }): string | null {
  for (let tried = 0; tried < 100_000; tried += 1) {
    const digits = String(tried).padStart(5, '0');
    if (pictureAnswerOf(sealer, picture.id, digits).equals(picture.answer_hash)) return digits;
  }
  return null;
}
