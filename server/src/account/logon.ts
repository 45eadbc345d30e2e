// Logs in by password or by code. By password, unknown numbers, accounts without a password and wrong passwords look and last alike.
import { logonRegister } from '@sandali/contract/account.ts';
import { isAgreementVersion } from '@sandali/contract/agreements.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import type { Read, Tx } from '#/db/database.ts';
import { giveBackToBudget, takeFromBudget } from '#/kit/budget.ts';
import type { Ctx } from '#/kit/ctx.ts';
import { isPassword } from '#/kit/password.ts';
import { invariant, refuse, refuseButKeep } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import { isCodeRight } from './code.ts';
import { type Entered, openAccount, type Token } from './open-account.ts';
import { loginBudget } from './rules.ts';
import { openSession } from './session.ts';
import { findForLogin, findIdByPhone, updateAtLogin } from './store.ts';

type Input = RequestOf<typeof logonRegister>;
type ByPassword = Extract<Input, { by: 'password' }>;
type ByCode = Extract<Input, { by: 'code' }>;
type Prepared = { by: 'password'; borrowerId: string | null; isRight: boolean; isKnownDevice: boolean } | { by: 'code'; isOn: boolean };

/** Compares the password, which is slow, before the transaction begins. */
export async function prepareLogon(ctx: Ctx, read: Read, input: Input): Promise<Prepared> {
  if (!isAgreementVersion(input.agreementVersion)) refuse(logonRegister, 'agreementUnknown');
  if (input.by === 'code') return { by: 'code', isOn: (await ctx.house.settings.all()).smsSwitch };
  const found = await findForLogin(read, ctx.house.sealer.hash('phone', input.phone), ctx.deviceId);
  const isRight = await isPassword(input.password, found?.password_hash ?? null);
  return { by: 'password', borrowerId: found?.id ?? null, isRight, isKnownDevice: found?.is_known_device ?? false };
}

/** Opens a session, and with a right code for an unknown number an account without a password. */
export async function logon(ctx: Ctx, tx: Tx, input: Input, prepared: Prepared): Promise<Done<Entered, Token>> {
  const userGid =
    input.by === 'password'
      ? await byPassword(ctx, tx, input, prepared)
      : await byCode(ctx, tx, input, prepared.by === 'code' && prepared.isOn);
  return { ids: { userGid }, once: await openSession(tx, ctx, userGid) };
}

async function byPassword(ctx: Ctx, tx: Tx, input: ByPassword, prepared: Prepared): Promise<string> {
  invariant(prepared.by === 'password', 'a login by password was not prepared');
  const number = ctx.house.sealer.hash('phone', input.phone).toString('hex');
  const budget = loginBudget(number, prepared.isKnownDevice ? ctx.deviceId : null);
  // Every try takes one and a right one gives it back, so that of many at once no more than the budget learn anything.
  if (!(await takeFromBudget(tx, budget, ctx.wall))) refuse(logonRegister, 'tooManyRequests');
  if (!prepared.isRight || prepared.borrowerId === null) return refuseButKeep(logonRegister, 'loginWrong');
  await giveBackToBudget(tx, budget, ctx.wall);
  await updateAtLogin(tx, prepared.borrowerId, { locale: ctx.locale, agreementVersion: input.agreementVersion });
  return prepared.borrowerId;
}

async function byCode(ctx: Ctx, tx: Tx, input: ByCode, isOn: boolean): Promise<string> {
  if (!isOn) refuse(logonRegister, 'smsLoginOff');
  if (!(await isCodeRight(ctx, tx, 'login', input.phone, input))) refuseButKeep(logonRegister, 'codeWrong');
  const { phone, agreementVersion } = input;
  const opened = await openAccount(ctx, tx, { phone, passwordHash: null, agreementVersion });
  if (opened !== null) return opened;
  const known = await findIdByPhone(tx, ctx.house.sealer.hash('phone', phone));
  invariant(known, 'a number is taken and nobody has it');
  await updateAtLogin(tx, known, { locale: ctx.locale, agreementVersion });
  return known;
}
