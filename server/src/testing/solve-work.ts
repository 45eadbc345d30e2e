// Solves the proof of work that replaces a picture code, as a device does.

import type { DataOf } from '@sandali/contract/call.ts';
import type { codePic } from '@sandali/contract/pictureCode.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/**
 * Solves the work of /code/pic. `keys` is the number of keys that a device derives for it.
 * `counterStart` skips keys known to be wrong. @throws if /code/pic returned a picture.
 */
export async function solveWork({ pictureCodeId, work }: DataOf<typeof codePic>, counterStart = 0) {
  const solution =
    work && (await solveChallenge({ challenge: { parameters: work }, deriveKey, counterStart }));
  if (!solution) throw new Error('There is no proof of work, or it has no solution.');
  return { answer: { pictureCodeId, derivedKey: solution.derivedKey }, keys: solution.counter };
}
