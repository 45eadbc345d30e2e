// Logs in by password or by code. By password, unknown numbers, accounts without a password and
// wrong passwords get the same answer after the same time; only with the right one is the device
// reported as unknown, which needs a code as well. By code, an unknown device needs the ID number's
// last four. A try is counted on its rate limits before the password is compared, in a separate
// transaction: tries over the limit cost no comparison.
import { logonRegister } from '@sandali/contract/account.ts';
import { isAgreementVersion } from '@sandali/contract/agreements.ts';
import type { RequestOf } from '@sandali/contract/call.ts';
import { forgetAttributionStatements } from '#/account/attribution.ts';
import { needRightCode } from '#/account/code/code.ts';
import { acceptPasskey, type CheckedPasskey, checkPasskey } from '#/account/passkey/proof.ts';
import { proveByIdNumber } from '#/account/password/id-proof.ts';
import { storePasswordProof } from '#/account/password/store.ts';
import { recipientOf } from '#/account/person.ts';
import { newAccountsHoldHours, rightPasswordMs } from '#/account/rules.ts';
import {
  type ForLogin,
  findIdByPhone,
  forLoginPart,
  holdNewAccounts,
  lockByPhone,
  lockWithPassword,
  lockWithPasswordStatement,
  loginStatements,
  otherProofsOf,
} from '#/account/store.ts';
import type { Ctx } from '#/context/ctx.ts';
import {
  consumeAll,
  type RateLimit,
  rateLimitStatements,
  releaseRateLimit,
  releaseRateLimitStatement,
} from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { matchesPassword, type PasswordTurn, waitForTurn } from '#/platform/password.ts';
import { invariant, Refused, refuse, refuseButKeep } from '#/platform/refuse.ts';
import { countedNets, turnAtDoor } from './address.ts';
import { isKnownDevice, stillKnownStatement } from './device.store.ts';
import { loginOfStranger, loginOnKnownDevice } from './limits.ts';
import { type Entered, openAccount, shownEntered, type Token } from './open-account.ts';
import { openSessionStatements } from './session.ts';

type Input = RequestOf<typeof logonRegister>;
type ByPassword = Extract<Input, { by: 'password' }>;
type ByCode = Extract<Input, { by: 'code' }>;
/** `compared` is the stored hash that the password was held against; null where there was none. */
type PreparedPassword = {
  by: 'password';
  borrowerId: string | null;
  compared: string | null;
  isRight: boolean;
  isKnownDevice: boolean;
  taken: readonly RateLimit[];
};
/** `passkey` is the result of checking the passkey that was sent. */
type Prepared = (PreparedPassword | { by: 'code'; isOn: boolean }) & {
  telephone: string;
  passkey: CheckedPasskey | null;
};
/**
 * Who has got in, whether on a device that is new to an account that was there before, and whether
 * by more than a code where there is more.
 */
type In = { userGid: string; isNewDevice: boolean; isProven: boolean };

/** What is read with the request id's answer: of a login by password the account of its number. */
export const beforeLogon = {
  parts: { account: forLoginPart },
  given: (ctx: Ctx, { phone }: Input) => ({
    phoneHash: ctx.app.sealer.hash('phone', phone),
    deviceId: ctx.deviceId,
  }),
};

/**
 * Takes a try and compares the password, which is slow, before the transaction begins.
 * @throws Refused where no try is left.
 */
export async function prepareLogon(
  ctx: Ctx,
  read: Read,
  input: Input,
  { account: found }: { account: ForLogin | null },
): Promise<Prepared> {
  if (!isAgreementVersion(input.agreementVersion)) refuse(logonRegister, 'agreementUnknown');
  const { smsSwitch, telephone } = await ctx.app.settings.all();
  if (input.by === 'code')
    return {
      by: 'code',
      isOn: smsSwitch,
      telephone,
      passkey: await checkedPasskey(ctx, read, input),
    };
  const isKnownDevice = found?.is_known_device ?? false;
  const { taken, isSpent } = await takeTry(ctx, read, input.phone, isKnownDevice);
  const compared = found?.password_hash ?? null;
  try {
    const turn = turnAtDoor(ctx, isKnownDevice);
    // If others have spent the number's attempts, a right password is answered like a wrong one.
    const isRight = isSpent
      ? await neverRight(turn)
      : await matchesPassword(input.password, compared, turn);
    const passkey = await checkedPasskey(ctx, read, input);
    return {
      by: 'password',
      borrowerId: found?.id ?? null,
      compared,
      isRight,
      isKnownDevice,
      taken,
      telephone,
      passkey,
    };
  } catch (error) {
    // Nothing was compared, so nobody has learnt anything.
    if (error instanceof Refused) await inTx(read, (tx) => giveBackAll(tx, taken, ctx.wall));
    throw error;
  }
}

async function neverRight(turn: PasswordTurn): Promise<false> {
  await waitForTurn(turn);
  return false;
}

async function checkedPasskey(ctx: Ctx, read: Read, input: Input): Promise<CheckedPasskey | null> {
  const given =
    input.by === 'code' ? input.passkey : input.proof?.by === 'passkey' ? input.proof : undefined;
  return given ? await checkPasskey(ctx, read, 'newDevice', given) : null;
}

/**
 * Counts one attempt, which a right password releases: of many at once, no more than the limits are
 * compared. `isSpent` if the number has no attempt left, which no answer says.
 * @throws Refused if the caller, or their network, has none left
 */
async function takeTry(
  ctx: Ctx,
  read: Read,
  phone: string,
  isKnownDevice: boolean,
): Promise<{ taken: RateLimit[]; isSpent: boolean }> {
  const number = ctx.app.sealer.hash('phone', phone).toString('hex');
  const ofStranger = loginOfStranger(number, ctx.deviceId, countedNets(ctx));
  const told = isKnownDevice
    ? loginOnKnownDevice(number, ctx.deviceId)
    : [...ofStranger.own, ...ofStranger.shared];
  return await inTx(read, async (tx) => {
    const isLeft = isKnownDevice || (await consumeAll(tx, ofStranger.ofNumber, ctx.wall));
    // One batch: it fails, and nothing is counted, where a limit is reached.
    for (const one of told.flatMap((rateLimit) => rateLimitStatements(tx, rateLimit, ctx.wall)))
      tx.executeQuery(one).catch(() => {});
    return {
      taken: isLeft && !isKnownDevice ? [...ofStranger.ofNumber, ...told] : told,
      isSpent: !isLeft,
    };
  });
}

async function giveBackAll(
  tx: Tx,
  rateLimits: readonly RateLimit[],
  wall: Temporal.Instant,
): Promise<void> {
  for (const rateLimit of rateLimits) await releaseRateLimit(tx, rateLimit, wall);
}

/**
 * Opens a session, and with a right code for an unknown number an account without a password. A
 * login on a new device is reported by SMS.
 */
export async function logon(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  prepared: Prepared,
): Promise<Done<Entered, Token>> {
  if (prepared.by === 'password' && prepared.isKnownDevice)
    return logonOnKnownDevice(ctx, tx, input, prepared);
  const { userGid, isNewDevice, isProven } =
    input.by === 'password'
      ? await byPassword(ctx, tx, input, prepared)
      : await byCode(ctx, tx, input, prepared);
  if (isNewDevice) {
    // In the language stored for the borrower: the person who logs in now may be somebody else.
    await ctx.app.notices.notify(
      ctx,
      tx,
      await recipientOf(ctx.app, tx, userGid),
      'newDeviceLogin',
      { telephone: prepared.telephone },
    );
  }
  const { token, statements } = enter(ctx, tx, input, { userGid, isProven });
  return { ids: { userGid }, once: { token }, writes: () => statements };
}

/**
 * By a right password on a device that the borrower has used: all of it is one batch, which fails
 * where account or device have changed since they were read.
 */
function logonOnKnownDevice(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  prepared: PreparedPassword,
): Done<Entered, Token> {
  const { borrowerId, compared } = rightPassword(prepared);
  const who = { id: borrowerId, phoneHash: ctx.app.sealer.hash('phone', input.phone) };
  const { token, statements } = enter(ctx, tx, input, { userGid: borrowerId, isProven: true });
  return {
    ids: { userGid: borrowerId },
    once: { token },
    answer: shownEntered({ userGid: borrowerId }, { token, hasPassword: true }),
    writes: (db) => [
      lockWithPasswordStatement(db, who, compared),
      stillKnownStatement(db, borrowerId, ctx.deviceId),
      ...prepared.taken.map((rateLimit) => releaseRateLimitStatement(db, rateLimit, ctx.wall)),
      ...statements,
    ],
  };
}

/**
 * What is written of everybody who has got in: their language, the agreements they accept, and a
 * session.
 */
function enter(
  ctx: Ctx,
  db: Read,
  { agreementVersion }: Input,
  { userGid, isProven }: Omit<In, 'isNewDevice'>,
) {
  const { token, statements } = openSessionStatements(db, ctx, userGid, isProven);
  const login = loginStatements(db, userGid, { locale: ctx.locale, agreementVersion, at: ctx.now });
  return {
    token,
    statements: [...login, ...forgetAttributionStatements(db, ctx, userGid), ...statements],
  };
}

function rightPassword({ isRight, borrowerId, compared }: PreparedPassword): {
  borrowerId: string;
  compared: string;
} {
  if (!isRight || borrowerId === null || compared === null)
    return refuse(logonRegister, 'loginWrong');
  return { borrowerId, compared };
}

async function byPassword(ctx: Ctx, tx: Tx, input: ByPassword, prepared: Prepared): Promise<In> {
  invariant(prepared.by === 'password', 'a login by password was not prepared');
  const { borrowerId, compared } = rightPassword(prepared);
  // A change of the password or the number since the comparison ended all sessions: none is opened
  // with the old one after that.
  const who = { id: borrowerId, phoneHash: ctx.app.sealer.hash('phone', input.phone) };
  if (!(await lockWithPassword(tx, who, compared))) refuse(logonRegister, 'loginWrong');
  await giveBackAll(tx, prepared.taken, ctx.wall);
  // Looked at behind the lock, as other devices may be logged out from elsewhere at this moment.
  const isNewDevice = !(await isKnownDevice(tx, borrowerId, ctx.deviceId));
  if (isNewDevice) await proveNewDevice(ctx, tx, input, borrowerId, prepared.passkey);
  return { userGid: borrowerId, isNewDevice, isProven: true };
}

/**
 * Refuses unless a right password came with a proof of who is at the new device. The try of the
 * password is released either way.
 */
async function proveNewDevice(
  ctx: Ctx,
  tx: Tx,
  { phone, proof }: ByPassword,
  borrowerId: string,
  passkey: CheckedPasskey | null,
): Promise<void> {
  if (!proof) {
    const on = { phoneHash: ctx.app.sealer.hash('phone', phone), deviceId: ctx.deviceId };
    await storePasswordProof(tx, on, ctx.wall.add({ milliseconds: rightPasswordMs }));
    return refuseButKeep(logonRegister, 'newDeviceCodeNeeded');
  }
  if (proof.by === 'code') {
    await needRightCode(
      ctx,
      tx,
      { call: logonRegister, purpose: 'newDevice', phone, isKept: true },
      proof,
    );
    return;
  }
  // One of another account is as wrong as one that was never made.
  const isRight =
    passkey !== null &&
    (await acceptPasskey(ctx, tx, { purpose: 'newDevice', borrowerId }, passkey));
  if (!isRight) refuseButKeep(logonRegister, 'passkeyWrong');
}

async function byCode(ctx: Ctx, tx: Tx, input: ByCode, prepared: Prepared): Promise<In> {
  invariant(prepared.by === 'code', 'a login by code was not prepared');
  if (!prepared.isOn) refuse(logonRegister, 'smsLoginOff');
  const { phone, agreementVersion } = input;
  const phoneHash = ctx.app.sealer.hash('phone', phone);
  await lockByPhone(tx, phoneHash);
  await needRightCode(ctx, tx, { call: logonRegister, purpose: 'login', phone }, input);
  const opened = await openAccount(ctx, tx, { phone, passwordHash: null, agreementVersion });
  if (opened !== null) return { userGid: opened, isNewDevice: false, isProven: true };
  const userGid = await findIdByPhone(tx, phoneHash);
  // A change of number that came between has ended this code with all others of the old one.
  if (userGid === null) return refuseButKeep(logonRegister, 'codeWrong');
  const isNewDevice = !(await isKnownDevice(tx, userGid, ctx.deviceId));
  const { hasPassword, hasPasskey } = await otherProofsOf(tx, userGid);
  // With a passkey and no password nothing else could prove a session that was opened by a code:
  // the passkey is required on a known device too.
  const isAsked = isNewDevice || (hasPasskey && !hasPassword);
  const hasIdNumber =
    isAsked && (await proveByIdNumber(ctx, tx, logonRegister, userGid, input, prepared.passkey));
  if (isNewDevice && hasIdNumber)
    await holdNewAccounts(tx, userGid, ctx.now.add({ hours: newAccountsHoldHours }));
  const isByPasskey = hasIdNumber && prepared.passkey !== null;
  // An account without an ID number is not asked for one, and has nothing that needs more than a
  // code.
  const isCodeEnough = !hasPassword && !(hasPasskey && hasIdNumber);
  return { userGid, isNewDevice, isProven: isByPasskey || isCodeEnough };
}
