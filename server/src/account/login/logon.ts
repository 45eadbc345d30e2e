// Logs in with a password or a code. A stranger gets the same response in the same time for unknown
// numbers, accounts without a password, and wrong passwords. Attempts are counted before any
// comparison.
import { logonRegister } from '@sandali/contract/account.ts';
import { isAgreementVersion } from '@sandali/contract/agreement-versions.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { forgetAttributionQueries } from '#/account/attribution.ts';
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
  lockWithPasswordQuery,
  loginQueries,
  otherProofsOf,
} from '#/account/store.ts';
import type { Ctx } from '#/context/ctx.ts';
import type { CtxBeforeSession } from '#/context/open-call.ts';
import {
  consumeSliding,
  releaseRateLimitQuery,
  releaseRateLimits,
  type SlidingLimit,
} from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import { type Db, inTx, type Read, type Tx } from '#/db/database.ts';
import { matchesPassword, type PasswordTurn, waitForTurn } from '#/platform/password.ts';
import { invariant, Refused, refuse, refuseButKeep } from '#/platform/refuse.ts';
import { countedNets, turnWithoutSession } from './address.ts';
import { checkKnownDevice, requireKnownDeviceQuery } from './device.store.ts';
import { loginOfStranger, loginOnKnownDevice } from './limits.ts';
import { type Entered, openAccount, shownEntered, type Token } from './open-account.ts';
import { openSessionQueries } from './session.ts';

type Input = RequestOf<typeof logonRegister>;
type ByPassword = Extract<Input, { by: 'password' }>;
type ByCode = Extract<Input, { by: 'code' }>;
/** `compared` is the stored hash against which the password was checked; null if there was none. */
type PreparedPassword = {
  by: 'password';
  borrowerId: string | null;
  compared: string | null;
  isRight: boolean;
  isKnownDevice: boolean;
  limits: readonly SlidingLimit[];
};
/** `passkey` is the result of checking the passkey in the call. */
type Prepared = (PreparedPassword | { by: 'code'; isOn: boolean }) & {
  telephone: string;
  passkey: CheckedPasskey | null;
};
/**
 * A completed login. `isNewDevice`: the account existed and the device is new to it. `isProven`:
 * false after a code alone if the account has a password or passkey.
 */
type In = { userGid: string; isNewDevice: boolean; isProven: boolean };

/** Reads the number's account in the same statement as the request id's stored response. */
export const beforeLogon = {
  parts: { account: forLoginPart },
  params: (ctx: CtxBeforeSession, { phone }: Input) => ({
    phoneHash: ctx.app.sealer.hash('phone', phone),
    deviceId: ctx.deviceId,
  }),
};

/**
 * Before the transaction begins, counts an attempt and compares the password, which is slow.
 * @throws Refused if no attempt is left.
 */
export async function prepareLogon(
  ctx: Ctx,
  read: Db,
  input: Input,
  { account }: { account: ForLogin | null },
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
  const isKnownDevice = account?.is_known_device ?? false;
  const { limits, isSpent } = await countAttempt(ctx, read, input.phone, isKnownDevice);
  const compared = account?.password_hash ?? null;
  try {
    const turn = turnWithoutSession(ctx, isKnownDevice);
    // If others have used up the number's attempts, a correct password gets the same response as a
    // wrong one.
    const isRight = isSpent
      ? await failAfterTurn(turn)
      : await matchesPassword(input.password, compared, turn);
    const passkey = await checkedPasskey(ctx, read, input);
    return {
      by: 'password',
      borrowerId: account?.id ?? null,
      compared,
      isRight,
      isKnownDevice,
      limits,
      telephone,
      passkey,
    };
  } catch (error) {
    // The password was not compared, so the attempt is released.
    if (error instanceof Refused) await inTx(read, (tx) => releaseRateLimits(tx, limits, ctx.wall));
    throw error;
  }
}

async function failAfterTurn(turn: PasswordTurn): Promise<false> {
  await waitForTurn(turn);
  return false;
}

async function checkedPasskey(ctx: Ctx, read: Db, input: Input): Promise<CheckedPasskey | null> {
  const answer =
    input.by === 'code' ? input.passkey : input.proof?.by === 'passkey' ? input.proof : undefined;
  return answer ? await checkPasskey(ctx, read, 'newDevice', answer) : null;
}

/**
 * Counts an attempt before the comparison, so that concurrent calls share the limits. `isSpent`:
 * the number has no attempts left, which responses do not reveal.
 * @throws Refused if the caller or their network has no attempts left.
 */
async function countAttempt(
  ctx: Ctx,
  read: Db,
  phone: string,
  isKnownDevice: boolean,
): Promise<{ limits: SlidingLimit[]; isSpent: boolean }> {
  const number = ctx.app.sealer.hash('phone', phone).toString('hex');
  const ofStranger = loginOfStranger(number, ctx.deviceId, countedNets(ctx));
  const ofNumber = isKnownDevice ? [] : ofStranger.ofNumber;
  const revealed = isKnownDevice
    ? loginOnKnownDevice(number, ctx.deviceId)
    : [...ofStranger.own, ...ofStranger.shared];
  return await inTx(read, async (tx) => {
    const [isLeft, isAllowed] = await Promise.all([
      consumeSliding(tx, ofNumber, ctx.wall),
      consumeSliding(tx, revealed, ctx.wall),
    ]);
    if (!isAllowed) refuse(logonRegister, 'tooManyRequests');
    return { limits: isLeft ? [...ofNumber, ...revealed] : revealed, isSpent: !isLeft };
  });
}

/**
 * Opens a session. For an unknown number, a correct code also opens an account without a password.
 * Reports a login on a new device by SMS.
 */
export async function logon(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  prepared: Prepared,
): Promise<Done<Entered, Token, DataOf<typeof logonRegister>>> {
  if (prepared.by === 'password' && prepared.isKnownDevice)
    return logonOnKnownDevice(ctx, tx, input, prepared);
  const { userGid, isNewDevice, isProven } =
    input.by === 'password'
      ? await byPassword(ctx, tx, input, prepared)
      : await byCode(ctx, tx, input, prepared);
  if (isNewDevice) {
    // Notify in the borrower's stored language, because whoever logs in may be a thief.
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
 * Logs in with a correct password on a known device. Its single batch fails if the account or the
 * device has changed since it was read.
 */
function logonOnKnownDevice(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  prepared: PreparedPassword,
): Done<Entered, Token, DataOf<typeof logonRegister>> {
  const { borrowerId, compared } = rightPassword(prepared);
  const who = { id: borrowerId, phoneHash: ctx.app.sealer.hash('phone', input.phone) };
  const { token, statements } = enter(ctx, tx, input, { userGid: borrowerId, isProven: true });
  return {
    ids: { userGid: borrowerId },
    once: { token },
    answer: shownEntered({ userGid: borrowerId }, { token, hasPassword: true }),
    writes: (db) => [
      lockWithPasswordQuery(db, who, compared),
      requireKnownDeviceQuery(db, borrowerId, ctx.deviceId),
      ...prepared.limits.map((rateLimit) => releaseRateLimitQuery(db, rateLimit, ctx.wall)),
      ...statements,
    ],
  };
}

/** Returns the statements that every login runs: language, accepted agreements, and a session. */
function enter(
  ctx: Ctx,
  db: Read,
  { agreementVersion }: Input,
  { userGid, isProven }: Omit<In, 'isNewDevice'>,
) {
  const { token, statements } = openSessionQueries(db, ctx, userGid, isProven);
  const login = loginQueries(db, userGid, { locale: ctx.locale, agreementVersion, at: ctx.now });
  return {
    token,
    statements: [...login, ...forgetAttributionQueries(db, ctx, userGid), ...statements],
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
  invariant(prepared.by === 'password', 'the login by password was not prepared');
  const { borrowerId, compared } = rightPassword(prepared);
  // If the password or number has changed since the comparison, the login fails.
  const who = { id: borrowerId, phoneHash: ctx.app.sealer.hash('phone', input.phone) };
  if (!(await lockWithPassword(tx, who, compared))) refuse(logonRegister, 'loginWrong');
  await releaseRateLimits(tx, prepared.limits, ctx.wall);
  // Read after the lock, because another device may be logging this one out.
  const isNewDevice = !(await checkKnownDevice(tx, borrowerId, ctx.deviceId));
  if (isNewDevice) await proveNewDevice(ctx, tx, input, borrowerId, prepared.passkey);
  return { userGid: borrowerId, isNewDevice, isProven: true };
}

/**
 * Refuses the login unless the correct password came with a second proof for the new device.
 * Releases the password attempt either way.
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
  // Another account's passkey is refused like an unknown one.
  const isRight =
    passkey !== null &&
    (await acceptPasskey(ctx, tx, { purpose: 'newDevice', borrowerId }, passkey));
  if (!isRight) refuseButKeep(logonRegister, 'passkeyWrong');
}

async function byCode(ctx: Ctx, tx: Tx, input: ByCode, prepared: Prepared): Promise<In> {
  invariant(prepared.by === 'code', 'the login by code was not prepared');
  if (!prepared.isOn) refuse(logonRegister, 'smsLoginOff');
  const { phone, agreementVersion } = input;
  const phoneHash = ctx.app.sealer.hash('phone', phone);
  await lockByPhone(tx, phoneHash);
  await needRightCode(ctx, tx, { call: logonRegister, purpose: 'login', phone }, input);
  const opened = await openAccount(ctx, tx, { phone, passwordHash: null, agreementVersion });
  if (opened !== null) return { userGid: opened, isNewDevice: false, isProven: true };
  const userGid = await findIdByPhone(tx, phoneHash);
  // The account's number has just changed, which ended all codes sent to the old number.
  if (userGid === null) return refuseButKeep(logonRegister, 'codeWrong');
  const isNewDevice = !(await checkKnownDevice(tx, userGid, ctx.deviceId));
  const { hasPassword, hasPasskey } = await otherProofsOf(tx, userGid);
  // An account with a passkey but no password requires the passkey even on a known device, because
  // a code alone proves too little.
  const isAsked = isNewDevice || (hasPasskey && !hasPassword);
  const hasIdNumber =
    isAsked && (await proveByIdNumber(ctx, tx, logonRegister, userGid, input, prepared.passkey));
  if (isNewDevice && hasIdNumber)
    await holdNewAccounts(tx, userGid, ctx.now.add({ hours: newAccountsHoldHours }));
  const isByPasskey = hasIdNumber && prepared.passkey !== null;
  // If there is no ID number to ask for, a code protects the account well enough.
  const isCodeEnough = !hasPassword && !(hasPasskey && hasIdNumber);
  return { userGid, isNewDevice, isProven: isByPasskey || isCodeEnough };
}
