// Sends a code by SMS. The response depends on the caller, never on whether the number has an
// account or on other people's requests for it.
import { type CodePurpose, codeSms } from '@sandali/contract/account.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { whyNoChange } from '#/account/change-phone.ts';
import { type CountedNet, countedAddress, countedNets } from '#/account/login/address.ts';
import { checkKnownDeviceOf } from '#/account/login/device.store.ts';
import {
  type Asker,
  codeRateLimits,
  networkRateLimits,
  pressureOf,
  strangersRateLimit,
} from '#/account/login/limits.ts';
import { checkPasswordProof } from '#/account/password/store.ts';
import { phoneOf } from '#/account/person.ts';
import {
  blockOf,
  codeAttempts,
  picturesAfterMs,
  resendAfterSeconds,
  secondsToWait,
  sendsWithoutPicture,
} from '#/account/rules.ts';
import type { Ctx } from '#/context/ctx.ts';
import { codeLifeMs } from '#/context/notices.ts';
import { consumeAll, usedOf } from '#/context/rate-limit.ts';
import type { SettingValues } from '#/context/settings.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { wireInstant } from '#/platform/days.ts';
import { newId, newSmsCode, randomBytes } from '#/platform/random.ts';
import { Invalid, Refused, refuse, refuseButKeep } from '#/platform/refuse.ts';
import { usePicture } from './captcha.store.ts';
import { pictureAnswerOf } from './captcha.ts';
import * as challenges from './challenge.store.ts';
import { codeHashOf } from './code.ts';

type Input = RequestOf<typeof codeSms>;
type Ids = { challengeId: string };
type To = {
  phone: string;
  phoneHash: Buffer;
  borrowerId: string | null;
  asker: Asker;
  /**
   * The address and the networks whose limits count the code. They are null and empty unless the
   * caller is a stranger.
   */
  address: Buffer | null;
  nets: readonly CountedNet[];
  count: challenges.Count;
};

/** Codes without which a person could not log in at all, so `smsSwitch` does not stop them. */
const alwaysSent: readonly CodePurpose[] = [
  'register',
  'reset',
  'newDevice',
  'oldPhone',
  'newPhone',
  'recovery',
  'stopRecovery',
];
/** Codes that need a session and are valid only for its borrower. */
const ofBorrowers: readonly CodePurpose[] = ['bankAccount', 'oldPhone', 'newPhone'];

/**
 * Reads the settings that switch codes off, on a separate connection, before the transaction
 * begins.
 */
export async function switches(ctx: Ctx): Promise<SettingValues> {
  return await ctx.app.settings.all();
}

/** Sends a code, within the rate limits and not too soon after the previous code. */
export async function sendCode(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  settings: SettingValues,
): Promise<Done<Ids>> {
  if (ofBorrowers.includes(input.purpose)) await refuseToBorrower(ctx, tx, input);
  if (!alwaysSent.includes(input.purpose) && !settings.smsSwitch) refuse(codeSms, 'smsLoginOff');
  const to = await recipientFor(ctx, tx, input);
  await challenges.lockSending(tx, to.phoneHash);
  await refuseTooSoon(ctx, tx, to);
  await requirePicture(ctx, tx, input, to);
  const isSent = await consumeRateLimits(ctx, tx, to);
  if (!settings.smsOn || (await checkOwnFailure(ctx, tx, to))) refuse(codeSms, 'codeSendingFailed');
  const challengeId = await createAndSend(ctx, tx, input.purpose, to, isSent);
  return { ids: { challengeId } };
}

/** Returns the challenge that a client needs to enter the code or to request another. */
export async function showChallenge(
  ctx: Ctx,
  read: Read,
  { challengeId }: Ids,
): Promise<DataOf<typeof codeSms>> {
  const row = await challenges.findChallenge(read, challengeId);
  // The call was repeated days later, after the code had been deleted.
  if (!row) throw new Refused('requestIdReused');
  return {
    challengeId: challengeId as DataOf<typeof codeSms>['challengeId'],
    resendAfterSeconds: Math.max(0, secondsToWait(row.made_at, ctx.wall, spacingOf(ctx))),
    endsAt: wireInstant(row.ends_at) as DataOf<typeof codeSms>['endsAt'],
  };
}

/** Returns the minimum number of seconds between two codes to a number; fewer in the sandbox. */
function spacingOf({ app }: Ctx): number {
  return app.config.isSandbox ? app.config.sandbox.resendSeconds : resendAfterSeconds;
}

/** Refuses a call without a session, and a code for a number change that is not possible now. */
async function refuseToBorrower(ctx: Ctx, tx: Tx, { purpose, phone }: Input): Promise<void> {
  const { who } = ctx;
  if (!who) return refuse(codeSms, 'sessionInvalid');
  if (purpose === 'bankAccount') return;
  const refusal = await whyNoChange(
    { ...ctx, who },
    tx,
    purpose === 'newPhone' ? (phone ?? null) : null,
  );
  if (refusal) refuse(codeSms, refusal.name, refusal.values);
}

/**
 * Returns the recipient of a code. A borrower's code goes to their own number, except to confirm a
 * new one: a stolen session must not choose the recipient.
 */
async function recipientFor(ctx: Ctx, tx: Tx, input: Input): Promise<To> {
  const { sealer } = ctx.app;
  const borrowerId = ofBorrowers.includes(input.purpose) ? (ctx.who?.borrowerId ?? null) : null;
  const phone =
    borrowerId === null || input.purpose === 'newPhone'
      ? input.phone
      : await phoneOf(tx, sealer, borrowerId);
  if (phone === undefined) throw new Invalid(['phone']);
  const phoneHash = sealer.hash('phone', phone);
  const asker = await askerOf(ctx, tx, phoneHash, borrowerId);
  const count = { phoneHash, purpose: input.purpose, countedOn: countedOnOf(ctx, asker) };
  const isStranger = asker === 'stranger';
  return {
    phone,
    phoneHash,
    borrowerId,
    asker,
    count,
    address: isStranger ? countedAddress(ctx) : null,
    nets: isStranger ? countedNets(ctx) : [],
  };
}

async function askerOf(
  ctx: Ctx,
  tx: Tx,
  phoneHash: Buffer,
  borrowerId: string | null,
): Promise<Asker> {
  if (borrowerId !== null) return 'session';
  if (await checkKnownDeviceOf(tx, phoneHash, ctx.deviceId)) return 'knownDevice';
  return (await checkPasswordProof(tx, { phoneHash, deviceId: ctx.deviceId }, ctx.wall))
    ? 'rightPassword'
    : 'stranger';
}

/**
 * Returns the key under which attempts are counted. Keys cannot collide, because device ids contain
 * no colon.
 */
function countedOnOf({ who, deviceId }: Ctx, asker: Asker): string {
  const names = {
    session: `session:${who?.borrowerId}`,
    knownDevice: deviceId,
    rightPassword: `password:${deviceId}`,
    stranger: `stranger:${deviceId}`,
  };
  return names[asker];
}

/**
 * Whether every gateway refused this caller's last code. Failures of other callers' codes stay
 * hidden.
 */
async function checkOwnFailure({ app, wall }: Ctx, tx: Tx, to: To): Promise<boolean> {
  return (
    (await challenges.checkSentLately(tx, to.count, wall)) &&
    (await app.notices.codesFail(tx, to.phoneHash, wall))
  );
}

/**
 * Refuses a new code too soon after the caller's last one. If that one has no attempts left,
 * refuses until it expires.
 */
async function refuseTooSoon(ctx: Ctx, tx: Tx, to: To): Promise<void> {
  const seconds = secondsToWait(
    await challenges.lastSentAt(tx, to.count),
    ctx.wall,
    spacingOf(ctx),
  );
  if (seconds > 0) refuse(codeSms, 'codeTooSoon', { seconds });
  const count = await challenges.findCount(tx, to.count, ctx.wall);
  if (count && count.tries >= codeAttempts) {
    refuse(codeSms, 'codeTooSoon', {
      seconds: Math.ceil((count.ends_at.epochMilliseconds - ctx.wall.epochMilliseconds) / 1000),
    });
  }
}

/**
 * From the third code within an hour for one number or address, the caller must solve a picture
 * code. Strangers must do so from the first code while many of them request codes.
 */
async function requirePicture(ctx: Ctx, tx: Tx, { pictureCode }: Input, to: To): Promise<void> {
  if (to.address) await challenges.lockSending(tx, to.address);
  const sends = await challenges.countSends(
    tx,
    to,
    ctx.wall.subtract({ milliseconds: picturesAfterMs }),
  );
  if (
    sends < sendsWithoutPicture &&
    !(to.asker === 'stranger' && (await checkPressure(ctx, tx, to)))
  )
    return;
  if (!pictureCode) return refuse(codeSms, 'pictureCodeNeeded');
  const answer = 'digits' in pictureCode ? pictureCode.digits : pictureCode.derivedKey;
  const answerHash = pictureAnswerOf(ctx.app.sealer, pictureCode.pictureCodeId, answer);
  const result = await usePicture(
    tx,
    { id: pictureCode.pictureCodeId, deviceId: ctx.deviceId, answerHash },
    ctx.wall,
  );
  if (result === 'dead') refuse(codeSms, 'pictureCodeWrong');
  if (result === 'wrong') refuseButKeep(codeSms, 'pictureCodeWrong');
}

/** Whether all strangers, or those of one of these networks, request unusually many codes. */
async function checkPressure(ctx: Ctx, tx: Tx, { nets }: To): Promise<boolean> {
  if (pressureOf(await usedOf(tx, strangersRateLimit, ctx.wall)) > 0) return true;
  for (const rateLimit of networkRateLimits(nets))
    if ((await usedOf(tx, rateLimit, ctx.wall)) >= rateLimit.free) return true;
  return false;
}

/**
 * Counts the code.
 * @returns false if others used up the number's codes; the caller then gets the usual response, but
 * the message is not sent.
 * @throws Refused if the caller or one of their networks has used up its codes.
 */
async function consumeRateLimits(ctx: Ctx, tx: Tx, to: To): Promise<boolean> {
  const block = ctx.app.sealer.hash('block', blockOf(to.phone)).toString('hex');
  const askers = {
    asker: to.asker,
    own: ownOf(ctx, to),
    number: to.phoneHash.toString('hex'),
    block,
    deviceId: ctx.deviceId,
    borrowerId: to.borrowerId,
    isNewNumber: to.count.purpose === 'newPhone',
    nets: to.nets,
  };
  const { own, ofNumber, shared } = codeRateLimits(askers);
  if (!(await consumeAll(tx, own, ctx.wall))) refuse(codeSms, 'codeBudgetSpent');
  const isSent = await consumeAll(tx, ofNumber, ctx.wall);
  if (!(await consumeAll(tx, shared, ctx.wall))) refuse(codeSms, 'codeBudgetSpent');
  return isSent;
}

/**
 * Returns the name of the caller's own limits. In a session, codes to a new number are counted
 * separately from codes to the current number.
 */
function ownOf({ deviceId }: Ctx, { asker, count }: To): string {
  if (asker === 'session') return count.purpose === 'newPhone' ? `newPhone:${deviceId}` : '';
  return count.countedOn;
}

/** Creates a code and sends it, unless `isSent` is false; then no digits are accepted for it. */
async function createAndSend(
  ctx: Ctx,
  tx: Tx,
  purpose: CodePurpose,
  to: To,
  isSent: boolean,
): Promise<string> {
  const { deviceId, wall, locale } = ctx;
  const { phoneHash, borrowerId, count } = to;
  const key = { id: newId(wall), phoneHash, purpose, borrowerId };
  const code = newSmsCode();
  const endsAt = wall.add({ milliseconds: codeLifeMs });
  await challenges.endOpen(tx, { phoneHash, purpose, deviceId }, wall);
  await challenges.prolongCount(tx, count, wall, endsAt);
  await challenges.insertChallenge(tx, {
    ...key,
    deviceId,
    countedOn: count.countedOn,
    codeHash: isSent ? codeHashOf(ctx.app.sealer, key, code) : randomBytes(32),
    isSent,
    addressHash: to.address,
    madeAt: wall,
    endsAt,
  });
  if (!isSent) return key.id;
  const recipient = { borrowerId, phone: to.phone, locale };
  await ctx.app.notices.notify(ctx, tx, recipient, `code.${purpose}`, {
    code,
    minutes: codeLifeMs / 60_000,
  });
  return key.id;
}
