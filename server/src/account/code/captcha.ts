// Pictures of digits that callers must type before more codes are sent, or proofs of work for
// people who cannot see the pictures. Only a keyed hash of the answer is stored.

import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { codePic } from '@sandali/contract/pictureCode.ts';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { countedNets, turnWithoutSession } from '#/account/login/address.ts';
import { pictureRateLimits, pressureOf, strangersRateLimit } from '#/account/login/limits.ts';
import { pictureCodeDigits, pictureCodeMs, workCounters, workRounds } from '#/account/rules.ts';
import type { Ctx } from '#/context/ctx.ts';
import { consumeSliding, usedOf } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { drawDigits } from '#/platform/digits-picture.ts';
import { newDigits, newId, newNumber } from '#/platform/random.ts';
import { invariant, Refused, refuse } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import { changeAnswer, findEnd, insertPicture } from './captcha.store.ts';

type Input = RequestOf<typeof codePic>;
type Ids = { pictureCodeId: string; isWork: boolean };
type Once = { digits: string } | { work: Work };
type Prepared = { once: Once; answer: string };

/**
 * Returns the keyed hash of an answer: a picture's digits, or the derived key of a proof of work.
 */
export function pictureAnswerOf(sealer: Sealer, id: string, answer: string): Buffer {
  return sealer.hash('pictureCode', `${id}:${answer}`);
}

/** Prepares the digits or the proof of work before the transaction, because this is slow. */
export async function preparePicture(ctx: Ctx, read: Read, { as }: Input): Promise<Prepared> {
  return await newRiddle(ctx, read, as === 'work');
}

/** Stores the answer for this device, within its rate limits. */
export async function makePictureCode(
  ctx: Ctx,
  tx: Tx,
  { as }: Input,
  { once, answer }: Prepared,
): Promise<Done<Ids, Once>> {
  const rateLimits = pictureRateLimits(ctx.deviceId, countedNets(ctx));
  if (!(await consumeSliding(tx, rateLimits, ctx.wall))) refuse(codePic, 'tooManyRequests');
  const id = newId(ctx.wall);
  await insertPicture(tx, keptOf(ctx, id, answer), ctx.wall.add({ milliseconds: pictureCodeMs }));
  return { ids: { pictureCodeId: id, isWork: as === 'work' }, once };
}

/**
 * Makes a new picture or proof of work for a repeated request, because only the hash of the first
 * answer is stored.
 */
export async function remakePictureCode(
  ctx: Ctx,
  tx: Tx,
  { pictureCodeId, isWork }: Ids,
): Promise<Once> {
  const { once, answer } = await newRiddle(ctx, tx, isWork);
  if (!(await changeAnswer(tx, keptOf(ctx, pictureCodeId, answer), ctx.wall)))
    throw new Refused('requestIdReused');
  return once;
}

/**
 * Draws the digits, or returns the proof of work.
 * @throws Refused systemBusy if too many pictures are queued.
 */
export async function drawPictureCode(
  ctx: Ctx,
  read: Read,
  ids: Ids,
  once?: Once,
): Promise<DataOf<typeof codePic>> {
  const endsAt = await findEnd(read, ids.pictureCodeId);
  invariant(endsAt && once, 'the picture has no digits');
  return {
    pictureCodeId: ids.pictureCodeId as DataOf<typeof codePic>['pictureCodeId'],
    png:
      'digits' in once
        ? (await drawDigits(once.digits, turnWithoutSession(ctx).key)).toString('base64')
        : null,
    work: 'work' in once ? once.work : null,
    endsAt: wireInstant(endsAt) as DataOf<typeof codePic>['endsAt'],
  };
}

/** Creates digits or a proof of work. Each step of `pressureOf` doubles the work. */
async function newRiddle(ctx: Ctx, read: Read, isWork: boolean): Promise<Prepared> {
  if (isWork) {
    const usedBy = await usedOf(read, [strangersRateLimit], ctx.wall);
    const pressure = pressureOf(usedBy(strangersRateLimit));
    const { work, answer } = await createWork(2 ** pressure);
    return { once: { work }, answer };
  }
  const digits = newDigits(pictureCodeDigits);
  return { once: { digits }, answer: digits };
}

const keptOf = (ctx: Ctx, id: string, answer: string) => ({
  id,
  deviceId: ctx.deviceId,
  answerHash: pictureAnswerOf(ctx.app.sealer, id, answer),
});

type Work = NonNullable<DataOf<typeof codePic>['work']>;

/**
 * Creates a challenge that requires `times` times the usual number of keys, and its answer, which
 * is the derived key in hex. Deriving one key takes about a millisecond, off the main thread.
 */
async function createWork(times: number): Promise<{ work: Work; answer: string }> {
  let answer = '';
  const { parameters } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: workRounds,
    counter: newNumber(times * workCounters.least, times * workCounters.end),
    deriveKey: async (...params) => {
      const derived = await deriveKey(...params);
      answer = Buffer.from(derived.derivedKey).toString('hex');
      return derived;
    },
  });
  const { cost, keyPrefix, nonce, salt } = parameters;
  return {
    work: { algorithm: 'PBKDF2/SHA-256', cost, keyLength: 32, keyPrefix, nonce, salt },
    answer,
  };
}
