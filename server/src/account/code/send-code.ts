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
  type StrangersLimits,
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
import { consumeSliding, usedOf } from '#/context/rate-limit.ts';
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
type Shown = DataOf<typeof codeSms>;
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
  limits: StrangersLimits;
};
/** What the caller has used so far. */
type Used = {
  sends: challenges.Sends;
  /** The current count of attempts at codes for the number. */
  attempts: Awaited<ReturnType<typeof challenges.findCount>>;
  /** How often each of the caller's own and shared limits has been used. */
  usedBy: Awaited<ReturnType<typeof usedOf>>;
};

/** Codes without which a person could not log in at all. `smsSwitch` does not stop them. */
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

/** Sends a code, within the rate limits and not too soon after the previous code. */
export async function sendCode(
  ctx: Ctx,
  tx: Tx,
  input: Input,
): Promise<Done<Ids, undefined, Shown>> {
  if (ofBorrowers.includes(input.purpose)) await refuseToBorrower(ctx, tx, input);
  if (!alwaysSent.includes(input.purpose) && !ctx.settings.smsSwitch)
    refuse(codeSms, 'smsLoginOff');
  const to = await recipientFor(ctx, tx, input);
  const used = await lockAndRead(ctx, tx, to);
  refuseTooSoon(ctx, used);
  await requirePicture(ctx, tx, input, to, used);
  const isSent = await consumeRateLimits(ctx, tx, to, used);
  // The failures of other callers' codes stay hidden.
  const { notices } = ctx.app;
  if (
    !ctx.settings.smsOn ||
    (used.sends.isSentLately && (await notices.codesFail(tx, to.phoneHash, ctx.wall)))
  )
    refuse(codeSms, 'codeSendingFailed');
  return await createAndSend(ctx, tx, input.purpose, to, isSent);
}

/** Returns the challenge that a client needs to enter the code or to request another. */
export async function showChallenge(ctx: Ctx, read: Read, { challengeId }: Ids): Promise<Shown> {
  const row = await challenges.findChallenge(read, challengeId);
  // The call was repeated days later, after the code had been deleted.
  if (!row) throw new Refused('requestIdReused');
  return shown(ctx, challengeId, row.made_at, row.ends_at);
}

function shown(
  ctx: Ctx,
  challengeId: string,
  madeAt: Temporal.Instant,
  endsAt: Temporal.Instant,
): Shown {
  return {
    challengeId: challengeId as Shown['challengeId'],
    resendAfterSeconds: Math.max(0, secondsToWait(madeAt, ctx.wall, spacingOf(ctx))),
    endsAt: wireInstant(endsAt) as Shown['endsAt'],
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
 * Returns the recipient of a code. A borrower's code goes to their own number, unless it confirms a
 * new number: a stolen session must not choose the recipient.
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
  const nets = isStranger ? countedNets(ctx) : [];
  const limits = codeRateLimits({
    asker,
    own: ownOf(ctx, asker, count),
    number: phoneHash.toString('hex'),
    block: sealer.hash('block', blockOf(phone)).toString('hex'),
    deviceId: ctx.deviceId,
    borrowerId,
    isNewNumber: input.purpose === 'newPhone',
    nets,
  });
  const address = isStranger ? countedAddress(ctx) : null;
  return { phone, phoneHash, borrowerId, asker, count, address, nets, limits };
}

async function askerOf(
  ctx: Ctx,
  tx: Tx,
  phoneHash: Buffer,
  borrowerId: string | null,
): Promise<Asker> {
  if (borrowerId !== null) return 'session';
  const { deviceId, wall } = ctx;
  const [isKnownDevice, hasPasswordProof] = await Promise.all([
    checkKnownDeviceOf(tx, phoneHash, deviceId),
    checkPasswordProof(tx, { phoneHash, deviceId }, wall),
  ]);
  if (isKnownDevice) return 'knownDevice';
  return hasPasswordProof ? 'rightPassword' : 'stranger';
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

/** Locks the number and the address, and reads what the caller has used. */
async function lockAndRead({ wall }: Ctx, tx: Tx, to: To): Promise<Used> {
  const { phoneHash, address, count, limits } = to;
  const since = wall.subtract({ milliseconds: picturesAfterMs });
  // A batch's statements run in order, so the locks are held when the rows are read.
  const locks = [phoneHash, ...(address ? [address] : [])].map((hash) =>
    challenges.lockSending(tx, hash),
  );
  const [sends, attempts, usedBy] = await Promise.all([
    challenges.sendsOf(tx, to, { since, wall }),
    challenges.findCount(tx, count, wall),
    usedOf(tx, [...limits.own, ...limits.shared], wall),
    ...locks,
  ]);
  return { sends, attempts, usedBy };
}

/**
 * Refuses a new code too soon after the caller's last one. If that one has no attempts left,
 * refuses until it expires.
 */
function refuseTooSoon(ctx: Ctx, { sends, attempts }: Used): void {
  const seconds = secondsToWait(sends.lastAt, ctx.wall, spacingOf(ctx));
  if (seconds > 0) refuse(codeSms, 'codeTooSoon', { seconds });
  if (attempts && attempts.tries >= codeAttempts) {
    refuse(codeSms, 'codeTooSoon', {
      seconds: Math.ceil((attempts.ends_at.epochMilliseconds - ctx.wall.epochMilliseconds) / 1000),
    });
  }
}

/**
 * From the third code within an hour for a number or an address, the caller must solve a picture
 * code. Strangers must do so from the first code while many strangers request codes.
 */
async function requirePicture(
  ctx: Ctx,
  tx: Tx,
  { pictureCode }: Input,
  to: To,
  used: Used,
): Promise<void> {
  if (used.sends.recent < sendsWithoutPicture && !isUnderPressure(to, used)) return;
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

/** Whether strangers, in total or in one of these networks, request unusually many codes. */
function isUnderPressure({ asker, nets }: To, { usedBy }: Used): boolean {
  if (asker !== 'stranger') return false;
  if (pressureOf(usedBy(strangersRateLimit)) > 0) return true;
  return networkRateLimits(nets).some((rateLimit) => usedBy(rateLimit) >= rateLimit.free);
}

/**
 * Counts the code.
 * @returns false if others used up the number's codes; the caller then gets the usual response, but
 * the message is not sent.
 * @throws Refused if the caller or one of their networks has used up its codes.
 */
async function consumeRateLimits(
  { wall }: Ctx,
  tx: Tx,
  { limits: { own, ofNumber, shared } }: To,
  { usedBy }: Used,
): Promise<boolean> {
  const revealed = [...own, ...shared];
  // A caller without codes left, alone or in their network, does not lock the limit that all share.
  if (revealed.some((rateLimit) => usedBy(rateLimit) >= rateLimit.limit))
    refuse(codeSms, 'codeBudgetSpent');
  const [isSent, isAllowed] = await Promise.all([
    consumeSliding(tx, ofNumber, wall),
    consumeSliding(tx, revealed, wall),
  ]);
  if (!isAllowed) refuse(codeSms, 'codeBudgetSpent');
  return isSent;
}

/**
 * Returns the name of the caller's own limits. In a session, codes to a new number are counted
 * separately from codes to the current number.
 */
function ownOf({ deviceId }: Ctx, asker: Asker, count: challenges.Count): string {
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
): Promise<Done<Ids, undefined, Shown>> {
  const { deviceId, wall, locale } = ctx;
  const { phoneHash, borrowerId, count } = to;
  const key = { id: newId(wall), phoneHash, purpose, borrowerId };
  const code = newSmsCode();
  const endsAt = wall.add({ milliseconds: codeLifeMs });
  const codeHash = isSent ? codeHashOf(ctx.app.sealer, key, code) : randomBytes(32);
  const recipient = { borrowerId, phone: to.phone, locale };
  const values = { code, minutes: codeLifeMs / 60_000 };
  await Promise.all([
    challenges.endOpen(tx, { phoneHash, purpose, deviceId }, wall),
    challenges.prolongCount(tx, count, wall, endsAt),
    challenges.insertChallenge(tx, {
      ...key,
      deviceId,
      countedOn: count.countedOn,
      codeHash,
      isSent,
      addressHash: to.address,
      madeAt: wall,
      endsAt,
    }),
    isSent && ctx.app.notices.notify(ctx, tx, recipient, `code.${purpose}`, values),
  ]);
  return { ids: { challengeId: key.id }, answer: shown(ctx, key.id, wall, endsAt) };
}
