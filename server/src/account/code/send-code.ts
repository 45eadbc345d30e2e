// Sends a code by SMS. The answer depends on who asks, and never on the number: neither on whether
// it has an account, nor on what others asked for it.
import { type CodePurpose, codeSms } from '@sandali/contract/account.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { whyNoChange } from '#/account/change-phone.ts';
import { type CountedNet, countedAddress, countedNets } from '#/account/login/address.ts';
import { isKnownDeviceOf } from '#/account/login/device.store.ts';
import {
  type Asker,
  codeRateLimits,
  networkRateLimits,
  pressureOf,
  strangersRateLimit,
} from '#/account/login/limits.ts';
import { hasPasswordProof } from '#/account/password/store.ts';
import { phoneOf } from '#/account/person.ts';
import {
  blockOf,
  codeTries,
  picturesAfterMs,
  resendAfterSeconds,
  secondsToWait,
  sendsWithoutPicture,
} from '#/account/rules.ts';
import type { Ctx } from '#/context/ctx.ts';
import { codeLifeMs } from '#/context/notices.ts';
import { consumeAll, usedOf } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import type { SettingValues } from '#/context/settings.ts';
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
  /** Where a stranger asks from; what an owner asks for is not counted there. */
  address: Buffer | null;
  nets: readonly CountedNet[];
  count: challenges.Count;
};

/** Codes without which somebody could not get in at all: `smsSwitch` does not concern them. */
const alwaysSent: readonly CodePurpose[] = [
  'register',
  'reset',
  'newDevice',
  'oldPhone',
  'newPhone',
  'recovery',
  'stopRecovery',
];
/** Codes of somebody who is logged in: worth something for them alone. */
const ofBorrowers: readonly CodePurpose[] = ['bankAccount', 'oldPhone', 'newPhone'];

/** Reads the switches before the transaction begins, as they are read on a separate connection. */
export async function switches(ctx: Ctx): Promise<SettingValues> {
  return await ctx.app.settings.all();
}

/** Sends a code, within the rate limits and not too soon after the last one. */
export async function sendCode(
  ctx: Ctx,
  tx: Tx,
  input: Input,
  settings: SettingValues,
): Promise<Done<Ids>> {
  if (ofBorrowers.includes(input.purpose)) await refuseToBorrower(ctx, tx, input);
  if (!alwaysSent.includes(input.purpose) && !settings.smsSwitch) refuse(codeSms, 'smsLoginOff');
  const to = await whereTo(ctx, tx, input);
  await challenges.lockSending(tx, to.phoneHash);
  await refuseTooSoon(ctx, tx, to);
  await seePicture(ctx, tx, input, to);
  const isSent = await consumeRateLimits(ctx, tx, to);
  if (!settings.smsOn || (await hasOwnFailed(ctx, tx, to))) refuse(codeSms, 'codeSendingFailed');
  const challengeId = await makeAndTell(ctx, tx, input.purpose, to, isSent);
  return { ids: { challengeId } };
}

/** What a client needs to hand a code in and to ask for another. */
export async function showChallenge(
  ctx: Ctx,
  read: Read,
  { challengeId }: Ids,
): Promise<DataOf<typeof codeSms>> {
  const row = await challenges.findChallenge(read, challengeId);
  // repeated days later, when the code is long forgotten
  if (!row) throw new Refused('requestIdReused');
  return {
    challengeId: challengeId as DataOf<typeof codeSms>['challengeId'],
    resendAfterSeconds: Math.max(0, secondsToWait(row.made_at, ctx.wall, spacingOf(ctx))),
    endsAt: wireInstant(row.ends_at) as DataOf<typeof codeSms>['endsAt'],
  };
}

/** Seconds between two codes to a number; the sandbox lets a newcomer go on sooner. */
function spacingOf({ app }: Ctx): number {
  return app.config.isSandbox ? app.config.sandbox.resendSeconds : resendAfterSeconds;
}

/**
 * Without a session there is no code; and none to change a number that cannot become this one,
 * whatever code was typed.
 */
async function refuseToBorrower(ctx: Ctx, tx: Tx, { purpose, phone }: Input): Promise<void> {
  const { who } = ctx;
  if (!who) return refuse(codeSms, 'sessionInvalid');
  if (purpose === 'bankAccount') return;
  const why = await whyNoChange(
    { ...ctx, who },
    tx,
    purpose === 'newPhone' ? (phone ?? null) : null,
  );
  if (why) refuse(codeSms, why.name, why.values);
}

/**
 * The recipient of a code. Except to confirm a new number, a borrower's code goes to their own
 * number: a stolen session must not choose the recipient.
 */
async function whereTo(ctx: Ctx, tx: Tx, input: Input): Promise<To> {
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
  if (await isKnownDeviceOf(tx, phoneHash, ctx.deviceId)) return 'knownDevice';
  return (await hasPasswordProof(tx, { phoneHash, deviceId: ctx.deviceId }, ctx.wall))
    ? 'rightPassword'
    : 'stranger';
}

/** The name of the count: devices have no colon. */
function countedOnOf({ who, deviceId }: Ctx, asker: Asker): string {
  const names = {
    session: `session:${who?.borrowerId}`,
    knownDevice: deviceId,
    rightPassword: `password:${deviceId}`,
    stranger: `stranger:${deviceId}`,
  };
  return names[asker];
}

/** Whether every gateway refuses this caller's last code. Failures of others' codes stay hidden. */
async function hasOwnFailed({ app, wall }: Ctx, tx: Tx, to: To): Promise<boolean> {
  return (
    (await challenges.wasSentLately(tx, to.count, wall)) &&
    (await app.notices.codesFail(tx, to.phoneHash, wall))
  );
}

/** Refuses soon after the caller's last code, and until it has expired if no attempt is left. */
async function refuseTooSoon(ctx: Ctx, tx: Tx, to: To): Promise<void> {
  const seconds = secondsToWait(
    await challenges.lastSentAt(tx, to.count),
    ctx.wall,
    spacingOf(ctx),
  );
  if (seconds > 0) refuse(codeSms, 'codeTooSoon', { seconds });
  const count = await challenges.findCount(tx, to.count, ctx.wall);
  if (count && count.tries >= codeTries) {
    refuse(codeSms, 'codeTooSoon', {
      seconds: Math.ceil((count.ends_at.epochMilliseconds - ctx.wall.epochMilliseconds) / 1000),
    });
  }
}

/**
 * From the caller's third code within an hour, for a number or from an address, the caller must
 * read the digits of a picture; strangers for the first one too while many of them ask. One answer
 * a picture.
 */
async function seePicture(ctx: Ctx, tx: Tx, { pictureCode }: Input, to: To): Promise<void> {
  if (to.address) await challenges.lockSending(tx, to.address);
  const sends = await challenges.countSends(
    tx,
    to,
    ctx.wall.subtract({ milliseconds: picturesAfterMs }),
  );
  if (
    sends < sendsWithoutPicture &&
    !(to.asker === 'stranger' && (await areManyAsking(ctx, tx, to)))
  )
    return;
  if (!pictureCode) return refuse(codeSms, 'pictureCodeNeeded');
  const answer = 'digits' in pictureCode ? pictureCode.digits : pictureCode.derivedKey;
  const answerHash = pictureAnswerOf(ctx.app.sealer, pictureCode.pictureCodeId, answer);
  const came = await usePicture(
    tx,
    { id: pictureCode.pictureCodeId, deviceId: ctx.deviceId, answerHash },
    ctx.wall,
  );
  if (came === 'dead') refuse(codeSms, 'pictureCodeWrong');
  if (came === 'wrong') refuseButKeep(codeSms, 'pictureCodeWrong');
}

/**
 * Whether strangers everywhere, or those of one of these networks, ask for more than at a quiet
 * hour.
 */
async function areManyAsking(ctx: Ctx, tx: Tx, { nets }: To): Promise<boolean> {
  if (pressureOf(await usedOf(tx, strangersRateLimit, ctx.wall)) > 0) return true;
  for (const rateLimit of networkRateLimits(nets))
    if ((await usedOf(tx, rateLimit, ctx.wall)) >= rateLimit.free) return true;
  return false;
}

/**
 * Counts the code.
 * @returns whether to send it: if others have used up the number's codes, the caller gets the usual
 *   answer and no message goes out
 * @throws Refused if the caller or one of their networks has used up its codes
 */
async function consumeRateLimits(ctx: Ctx, tx: Tx, to: To): Promise<boolean> {
  const block = ctx.app.sealer.hash('block', blockOf(to.phone)).toString('hex');
  const asked = {
    asker: to.asker,
    own: ownOf(ctx, to),
    number: to.phoneHash.toString('hex'),
    block,
    deviceId: ctx.deviceId,
    borrowerId: to.borrowerId,
    isNewNumber: to.count.purpose === 'newPhone',
    nets: to.nets,
  };
  const { own, ofNumber, shared } = codeRateLimits(asked);
  if (!(await consumeAll(tx, own, ctx.wall))) refuse(codeSms, 'codeBudgetSpent');
  const isSent = await consumeAll(tx, ofNumber, ctx.wall);
  if (!(await consumeAll(tx, shared, ctx.wall))) refuse(codeSms, 'codeBudgetSpent');
  return isSent;
}

/**
 * A code to a new number is for a number that is not the asker's: it counts on another rate limit
 * than the codes that the number's own owner asks for in a session.
 */
function ownOf({ deviceId }: Ctx, { asker, count }: To): string {
  if (asker === 'session') return count.purpose === 'newPhone' ? `newPhone:${deviceId}` : '';
  return count.countedOn;
}

/** Makes a code and sends it. A code that is not sent has no right answer. */
async function makeAndTell(
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
