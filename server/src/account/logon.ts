// Logs in by password or by code. By password, unknown numbers, accounts without a password and wrong passwords look and last alike.
// A try is taken from its budgets before the password is compared, in a transaction of its own: a flood of tries costs no comparison.
import { logonRegister } from '@sandali/contract/account.ts';
import { isAgreementVersion } from '@sandali/contract/agreements.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { type Budget, giveBackToBudget, takeFromBudget } from '#/kit/budget.ts';
import type { Ctx } from '#/kit/ctx.ts';
import { isPassword } from '#/kit/password.ts';
import { invariant, Refused, refuse, refuseButKeep } from '#/kit/refuse.ts';
import type { Done } from '#/kit/serve.ts';
import { countedAddress } from './address.ts';
import { heedRefusal } from './attribution.ts';
import { isCodeRight } from './code.ts';
import { type Entered, openAccount, type Token } from './open-account.ts';
import { loginAddressBudget, loginBudget } from './rules.ts';
import { openSession } from './session.ts';
import { findForLogin, findIdByPhone, updateAtLogin } from './store.ts';

type Input = RequestOf<typeof logonRegister>;
type ByPassword = Extract<Input, { by: 'password' }>;
type ByCode = Extract<Input, { by: 'code' }>;
type Prepared = { by: 'password'; borrowerId: string | null; isRight: boolean; taken: Budget[] } | { by: 'code'; isOn: boolean };

/** Takes a try and compares the password, which is slow, before the transaction begins. @throws Refused where no try is left. */
export async function prepareLogon(ctx: Ctx, read: Read, input: Input): Promise<Prepared> {
  if (!isAgreementVersion(input.agreementVersion)) refuse(logonRegister, 'agreementUnknown');
  if (input.by === 'code') return { by: 'code', isOn: (await ctx.house.settings.all()).smsSwitch };
  const found = await findForLogin(read, ctx.house.sealer.hash('phone', input.phone), ctx.deviceId);
  const taken = await takeTry(ctx, read, input.phone, found?.is_known_device ?? false);
  try {
    const isRight = await isPassword(input.password, found?.password_hash ?? null);
    return { by: 'password', borrowerId: found?.id ?? null, isRight, taken };
  } catch (error) {
    // Nothing was compared, so nobody has learnt anything.
    if (error instanceof Refused) await inTx(read, (tx) => giveBackAll(tx, taken, ctx.wall));
    throw error;
  }
}

/** Takes one try, which a right password gives back: of many at once no more than the budget are ever compared. */
async function takeTry(ctx: Ctx, read: Read, phone: string, isKnownDevice: boolean): Promise<Budget[]> {
  const address = isKnownDevice ? null : countedAddress(ctx);
  const ofNumber = loginBudget(ctx.house.sealer.hash('phone', phone).toString('hex'), isKnownDevice ? ctx.deviceId : null);
  const budgets = address === null ? [ofNumber] : [ofNumber, loginAddressBudget(address.toString('hex'))];
  await inTx(read, async (tx) => {
    for (const budget of budgets) if (!(await takeFromBudget(tx, budget, ctx.wall))) refuse(logonRegister, 'tooManyRequests');
  });
  return budgets;
}

async function giveBackAll(tx: Tx, budgets: readonly Budget[], wall: Temporal.Instant): Promise<void> {
  for (const budget of budgets) await giveBackToBudget(tx, budget, wall);
}

/** Opens a session, and with a right code for an unknown number an account without a password. */
export async function logon(ctx: Ctx, tx: Tx, input: Input, prepared: Prepared): Promise<Done<Entered, Token>> {
  const userGid =
    input.by === 'password'
      ? await byPassword(ctx, tx, input, prepared)
      : await byCode(ctx, tx, input, prepared.by === 'code' && prepared.isOn);
  await heedRefusal(tx, ctx, userGid);
  return { ids: { userGid }, once: await openSession(tx, ctx, userGid) };
}

async function byPassword(ctx: Ctx, tx: Tx, input: ByPassword, prepared: Prepared): Promise<string> {
  invariant(prepared.by === 'password', 'a login by password was not prepared');
  if (!prepared.isRight || prepared.borrowerId === null) return refuse(logonRegister, 'loginWrong');
  await giveBackAll(tx, prepared.taken, ctx.wall);
  const who = { id: prepared.borrowerId, phoneHash: ctx.house.sealer.hash('phone', input.phone) };
  // A change of number that came between leaves nothing to log in to with this one.
  if (!(await updateAtLogin(tx, who, { locale: ctx.locale, agreementVersion: input.agreementVersion })))
    refuse(logonRegister, 'loginWrong');
  return prepared.borrowerId;
}

async function byCode(ctx: Ctx, tx: Tx, input: ByCode, isOn: boolean): Promise<string> {
  if (!isOn) refuse(logonRegister, 'smsLoginOff');
  if (!(await isCodeRight(ctx, tx, 'login', input.phone, input))) refuseButKeep(logonRegister, 'codeWrong');
  const { phone, agreementVersion } = input;
  const opened = await openAccount(ctx, tx, { phone, passwordHash: null, agreementVersion });
  if (opened !== null) return opened;
  const phoneHash = ctx.house.sealer.hash('phone', phone);
  const id = await findIdByPhone(tx, phoneHash);
  // A change of number that came between has ended this code with all others of the old one.
  if (!id || !(await updateAtLogin(tx, { id, phoneHash }, { locale: ctx.locale, agreementVersion })))
    return refuseButKeep(logonRegister, 'codeWrong');
  return id;
}
