// Compares the code of a sign-up before a password is chosen. Nothing is told of a number, and no try is saved, that /register would not tell or count.

import type { RequestOf } from '@sandali/contract/call.ts';
import { codeCheck } from '@sandali/contract/signUp.ts';
import { findIdByPhone } from '#/account/store.ts';
import type { Ctx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Tx } from '#/db/database.ts';
import { refuseButKeep } from '#/platform/refuse.ts';
import { needRightCode, proveByChallenge } from './code.ts';

/** Counts a try; a right code is used up, and its challenge opens an account here for a while. @throws Refused where the number has one. */
export async function checkCodeOfSignUp(ctx: Ctx, tx: Tx, input: RequestOf<typeof codeCheck>): Promise<Done> {
  const { phone } = input;
  await needRightCode(ctx, tx, { call: codeCheck, purpose: 'register', phone }, input);
  if ((await findIdByPhone(tx, ctx.app.sealer.hash('phone', phone))) !== null) refuseButKeep(codeCheck, 'alreadyRegistered');
  await proveByChallenge(ctx, tx, input);
  return { ids: {} };
}
