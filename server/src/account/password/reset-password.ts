// Sets a new password after a correct code. Without a correct code, responses do not reveal whether
// an account exists. An unknown device also needs ID digits, because a number may pass to another
// person.

import type { RequestOf } from '@sandali/contract/call.ts';
import { resetPassword as resetCall } from '@sandali/contract/newPassword.ts';
import { checkOpenCode, needRightCode, prolongCode } from '#/account/code/code.ts';
import { turnWithoutSession } from '#/account/login/address.ts';
import { rememberDevice } from '#/account/login/device.store.ts';
import { endAllSessions } from '#/account/login/session.ts';
import { type CheckedPasskey, checkPasskey } from '#/account/passkey/proof.ts';
import { recipientOf } from '#/account/person.ts';
import { isTooCommon, newAccountsHoldHours } from '#/account/rules.ts';
import { findForLogin, holdNewAccounts, lockByPhone, setPasswordHash } from '#/account/store.ts';
import type { Ctx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { hashPassword, matchesPassword } from '#/platform/password.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import { proveByIdNumber } from './id-proof.ts';

type Input = RequestOf<typeof resetCall>;
/** Null if the code can no longer be correct, because hashing would then be pointless. */
type Prepared = {
  passwordHash: string;
  isSame: boolean;
  telephone: string;
  passkey: CheckedPasskey | null;
} | null;

/**
 * Checks, compares and hashes the password before the transaction begins, equally slowly for an
 * unknown number.
 */
export async function prepareResetPassword(ctx: Ctx, read: Read, input: Input): Promise<Prepared> {
  if (isTooCommon(input.password, input.phone)) refuse(resetCall, 'passwordTooCommon');
  if (!(await checkOpenCode(ctx, read, 'reset', input.phone, input))) return null;
  const account = await findForLogin(read, ctx.app.sealer.hash('phone', input.phone), ctx.deviceId);
  const turn = turnWithoutSession(ctx, account?.is_known_device);
  const isSame = await matchesPassword(input.password, account?.password_hash ?? null, turn);
  const { telephone } = await ctx.app.settings.all();
  const passkey = input.passkey ? await checkPasskey(ctx, read, 'newDevice', input.passkey) : null;
  const passwordHash = await hashPassword(input.password, ctx.app.config.passwordCost, turn);
  return { passwordHash, isSame, telephone, passkey };
}

/**
 * Sets the password and ends all sessions. A refusal also counts the attempt, and uses up the code
 * unless the caller can correct other input.
 */
export async function resetPassword(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  prepared: Prepared,
): Promise<Done> {
  if (!prepared) return refuse(resetCall, 'codeWrong');
  const phoneHash = ctx.app.sealer.hash('phone', input.phone);
  await lockByPhone(tx, phoneHash);
  await needRightCode(ctx, tx, { call: resetCall, purpose: 'reset', phone: input.phone }, input);
  const account = await findForLogin(tx, phoneHash, ctx.deviceId);
  if (!account) return refuseButKeep(resetCall, 'accountUnknown');
  const isHeld =
    !account.is_known_device &&
    (await proveByIdNumber(ctx, tx, resetCall, account.id, input, prepared.passkey));
  if (prepared.isSame) {
    await prolongCode(tx, input);
    refuseButKeep(resetCall, 'passwordSame');
  }
  await setPasswordHash(tx, account.id, prepared.passwordHash);
  await endAllSessions(tx, account.id, ctx.wall);
  // This code proves as much as the code that a login on this device would require.
  await rememberDevice(tx, account.id, ctx.deviceId, ctx.wall);
  if (isHeld) await holdNewAccounts(tx, account.id, ctx.now.add({ hours: newAccountsHoldHours }));
  await ctx.app.notices.notify(
    ctx,
    tx,
    await recipientOf(ctx.app, tx, account.id),
    'passwordChanged',
    { telephone: prepared.telephone },
  );
  return { ids: {} };
}
