// Computes the sum that replaces a picture (ALTCHA), for people who cannot see one. Loaded on
// demand.

import type { DataOf } from '@sandali/contract/call.ts';
import type { codePic } from '@sandali/contract/pictureCode.ts';
import { solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

type Work = NonNullable<DataOf<typeof codePic>['work']>;

/** How long a slow phone may take: the sum is worth nothing after five minutes. */
const timeoutMs = 4 * 60_000;

/**
 * The key in hex that the sum comes to, or null when it took too long. The screen stays alive
 * meanwhile: each key is derived off its thread.
 */
export async function solveChallenge(work: Work): Promise<string | null> {
  const solution = await solve({ challenge: { parameters: work }, deriveKey, timeout: timeoutMs });
  return solution?.derivedKey ?? null;
}
