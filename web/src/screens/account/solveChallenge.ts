// Computes the ALTCHA key that replaces a picture for people who cannot see it. Loaded on demand.

import type { DataOf } from '@sandali/contract/call.ts';
import type { codePic } from '@sandali/contract/pictureCode.ts';
import { solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

type Work = NonNullable<DataOf<typeof codePic>['work']>;

/** Time limit for a slow phone; the server accepts the key for five minutes. */
const timeoutMs = 4 * 60_000;

/** Returns the derived key in hex, or null after a timeout. Derives keys off the main thread. */
export async function solveChallenge(work: Work): Promise<string | null> {
  const solution = await solve({ challenge: { parameters: work }, deriveKey, timeout: timeoutMs });
  return solution?.derivedKey ?? null;
}
