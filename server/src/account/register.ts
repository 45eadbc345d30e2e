// Opens an account with a password and a code, or with a challenge whose code `checkCodeOfSignUp`
// accepted. Only the holder of a number learns whether it has an account.

import { isAgreementVersion } from '@sandali/contract/agreement-versions.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import { codeCheck, register as registerCall } from '@sandali/contract/signUp.ts';
import type { Ctx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { hashPassword } from '#/platform/password.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import {
  checkOpenCode,
  checkProof,
  needRightCode,
  proveByChallenge,
  useProof,
} from './code/code.ts';
import { turnWithoutSession } from './login/address.ts';
import { type Entered, openAccount, type Token } from './login/open-account.ts';
import { openSession } from './login/session.ts';
import { isTooCommon } from './rules.ts';
import { findIdByPhone } from './store.ts';

type Input = RequestOf<typeof registerCall>;
/** Null if the code can no longer be correct, because hashing would then be pointless. */
type Prepared = { passwordHash: string | null };

/** Before the transaction begins, checks and hashes the password, which is slow. */
export async function prepareRegister(ctx: Ctx, read: Read, input: Input): Promise<Prepared> {
  if (!isAgreementVersion(input.agreementVersion)) refuse(registerCall, 'agreementUnknown');
  if (isTooCommon(input.password, input.phone)) refuse(registerCall, 'passwordTooCommon');
  const { phone, challengeId, code } = input;
  const isWorthIt =
    code === undefined
      ? await checkProof(ctx, read, input)
      : await checkOpenCode(ctx, read, 'register', phone, { challengeId, code });
  if (!isWorthIt) return { passwordHash: null };
  return {
    passwordHash: await hashPassword(
      input.password,
      ctx.app.config.passwordCost,
      turnWithoutSession(ctx),
    ),
  };
}

/**
 * Opens the account and its first session. A refusal also counts the attempt or uses up the code.
 */
export async function register(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  { passwordHash }: Prepared,
): Promise<Done<Entered, Token>> {
  if (passwordHash === null) return refuse(registerCall, 'codeWrong');
  const { phone, challengeId, code } = input;
  if (code !== undefined)
    await needRightCode(
      ctx,
      tx,
      { call: registerCall, purpose: 'register', phone },
      { challengeId, code },
    );
  else if (!(await useProof(ctx, tx, input))) refuse(registerCall, 'codeWrong');
  const userGid = await openAccount(ctx, tx, {
    phone: input.phone,
    passwordHash,
    agreementVersion: input.agreementVersion,
  });
  if (userGid === null) return refuseButKeep(registerCall, 'alreadyRegistered');
  return { ids: { userGid }, once: await openSession(tx, ctx, userGid) };
}

/**
 * Counts an attempt. A correct code is used up, and for a while its challenge can open an account.
 * @throws Refused if the number has an account.
 */
export async function checkCodeOfSignUp(
  ctx: Ctx,
  tx: Tx,
  input: RequestOf<typeof codeCheck>,
): Promise<Done> {
  const { phone } = input;
  await needRightCode(ctx, tx, { call: codeCheck, purpose: 'register', phone }, input);
  if ((await findIdByPhone(tx, ctx.app.sealer.hash('phone', phone))) !== null)
    refuseButKeep(codeCheck, 'alreadyRegistered');
  await proveByChallenge(ctx, tx, input);
  return { ids: {} };
}
