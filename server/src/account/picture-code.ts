// Pictures of digits, which a person reads and types before more codes are sent. The digits are kept as a keyed hash only.
import { codePic } from '@sandali/contract/account.ts';
import type { DataOf } from '@sandali/contract/call.ts';
import type { Read, Tx } from '#/db/database.ts';
import { takeFromBudget } from '#/kit/budget.ts';
import type { Ctx } from '#/kit/ctx.ts';
import { wireInstant } from '#/kit/days.ts';
import { drawDigits } from '#/kit/digits-picture.ts';
import { newDigits, newId } from '#/kit/random.ts';
import { invariant, Refused, refuse } from '#/kit/refuse.ts';
import type { Sealer } from '#/kit/seal.ts';
import type { Done } from '#/kit/serve.ts';
import { countedAddress } from './address.ts';
import { changeAnswer, findEnd, insertPicture } from './picture-code.store.ts';
import { pictureBudgets, pictureCodeDigits, pictureCodeMs } from './rules.ts';

type Ids = { pictureCodeId: string };
type Digits = { digits: string };

/** What is stored of a picture's digits. */
export function pictureAnswerOf(sealer: Sealer, id: string, digits: string): Buffer {
  return sealer.hash('pictureCode', `${id}:${digits}`);
}

/** Makes new digits for this device, within its budgets. */
export async function makePictureCode(ctx: Ctx, tx: Tx): Promise<Done<Ids, Digits>> {
  for (const budget of pictureBudgets(ctx.deviceId, countedAddress(ctx)?.toString('hex') ?? null)) {
    if (!(await takeFromBudget(tx, budget, ctx.wall))) refuse(codePic, 'tooManyRequests');
  }
  const made = digitsFor(ctx, newId(ctx.wall));
  await insertPicture(tx, made, ctx.wall.add({ milliseconds: pictureCodeMs }));
  return { ids: { pictureCodeId: made.id }, once: { digits: made.digits } };
}

/** For a repeated request: other digits for the same picture, as the first ones were not kept. */
export async function remakePictureCode(ctx: Ctx, tx: Tx, { pictureCodeId }: Ids): Promise<Digits> {
  const made = digitsFor(ctx, pictureCodeId);
  if (!(await changeAnswer(tx, made, ctx.wall))) throw new Refused('requestIdReused');
  return { digits: made.digits };
}

/** Draws the digits. @throws Refused systemBusy when too many pictures wait to be drawn. */
export async function drawPictureCode(_ctx: Ctx, read: Read, ids: Ids, once?: Digits): Promise<DataOf<typeof codePic>> {
  const endsAt = await findEnd(read, ids.pictureCodeId);
  invariant(endsAt && once, 'a picture has no digits');
  return {
    pictureCodeId: ids.pictureCodeId as DataOf<typeof codePic>['pictureCodeId'],
    png: (await drawDigits(once.digits)).toString('base64'),
    endsAt: wireInstant(endsAt) as DataOf<typeof codePic>['endsAt'],
  };
}

function digitsFor(ctx: Ctx, id: string) {
  const digits = newDigits(pictureCodeDigits);
  return { id, deviceId: ctx.deviceId, digits, answerHash: pictureAnswerOf(ctx.house.sealer, id, digits) };
}
