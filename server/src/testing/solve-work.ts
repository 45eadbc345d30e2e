// Computes the sum that replaces a picture, like a device.

import type { DataOf } from '@sandali/contract/call.ts';
import type { codePic } from '@sandali/contract/pictureCode.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/**
 * The answer to a sum that /code/pic gave, and how many keys a device derives for it.
 * `counterStart` is a number of keys below which it is known not to be.
 * @throws where it gave a picture.
 */
export async function solveWork({ pictureCodeId, work }: DataOf<typeof codePic>, counterStart = 0) {
  const solution =
    work && (await solveChallenge({ challenge: { parameters: work }, deriveKey, counterStart }));
  if (!solution) throw new Error('There is no sum, or it has no answer.');
  return { answer: { pictureCodeId, derivedKey: solution.derivedKey }, keys: solution.counter };
}
