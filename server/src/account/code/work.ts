// A sum for a device, for people who cannot see a picture: an ALTCHA challenge (version 2) of which we know the answer.

import type { DataOf } from '@sandali/contract/call.ts';
import type { codePic } from '@sandali/contract/pictureCode.ts';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { workCounters, workRounds } from '#/account/rules.ts';
import { newNumber } from '#/platform/random.ts';

export type Work = NonNullable<DataOf<typeof codePic>['work']>;

/**
 * Makes a challenge and its answer, the derived key in hex. `times` as many keys are to be derived for it as at a quiet hour; deriving the one that is
 * right takes about a millisecond, off the main thread.
 */
export async function newWork(times: number): Promise<{ work: Work; answer: string }> {
  let answer = '';
  const { parameters } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: workRounds,
    counter: newNumber(times * workCounters.least, times * workCounters.end),
    deriveKey: async (...asked) => {
      const derived = await deriveKey(...asked);
      answer = Buffer.from(derived.derivedKey).toString('hex');
      return derived;
    },
  });
  const { cost, keyPrefix, nonce, salt } = parameters;
  return { work: { algorithm: 'PBKDF2/SHA-256', cost, keyLength: 32, keyPrefix, nonce, salt }, answer };
}
