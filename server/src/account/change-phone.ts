// Changes an account's phone number: with codes to both numbers or, if the old phone is lost, with
// the ID number, the password and a code to the new number.
import type { RequestOf } from '@sandali/contract/call.ts';
import { changePhone as changeCall } from '@sandali/contract/phoneChange.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Recipient } from '#/context/notices.ts';
import {
  consumeRateLimit,
  consumeSliding,
  type RateLimit,
  releaseRateLimit,
  releaseRateLimits,
  type SlidingLimit,
} from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import { type Db, inTx, type Read, type Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { matchesPassword } from '#/platform/password.ts';
import {
  invariant,
  type RefusalValues,
  Refused,
  refuse,
  refuseButKeep,
} from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import * as changes from './change-phone.store.ts';
import { endAllOpen } from './code/challenge.store.ts';
import { checkCode, checkCodeAt, prolongCode } from './code/code.ts';
import { countedNets } from './login/address.ts';
import { loginOfStranger, loginOnKnownDevice } from './login/limits.ts';
import { endOtherSessions } from './login/session.ts';
import { phoneOf, recipientOf } from './person.ts';
import {
  idNumberRateLimit,
  newAccountsHoldHours,
  phoneChangeableOn,
  proofRateLimit,
} from './rules.ts';
import { findBorrower, findForLogin, holdNewAccounts } from './store.ts';

type Input = RequestOf<typeof changeCall>;
type ByIdNumber = Extract<Input, { by: 'idNumber' }>;
/**
 * `compared` is the stored hash. If the password is correct, the attempts counted in `limits` are
 * released.
 */
type Compared = {
  isRight: boolean;
  compared: string | null;
  limits: readonly (RateLimit | SlidingLimit)[];
};
type Prepared = { password: Compared | null; telephone: string };

/**
 * Returns why the number cannot change, whatever the proof: the number changed recently, or `phone`
 * is the current number. `phone` is null while the new number is unknown.
 */
export async function whyNoChange(
  ctx: BorrowerCtx,
  read: Read,
  phone: string | null,
): Promise<{ name: 'phoneChangedLately' | 'phoneSame'; values: RefusalValues } | null> {
  const { borrowerId } = ctx.who;
  const last = await changes.findLast(read, borrowerId);
  const today = manilaDayOf(ctx.now);
  const possibleOn = phoneChangeableOn(last?.changed_on ?? null, today, ctx.app.rulesOn(today));
  if (possibleOn)
    return { name: 'phoneChangedLately', values: { on: writtenDay(ctx.locale, possibleOn) } };
  return phone === (await phoneOf(read, ctx.app.sealer, borrowerId))
    ? { name: 'phoneSame', values: {} }
    : null;
}

/**
 * Compares the password, which a change with the ID number requires. This is slow, so it happens
 * before the transaction.
 * @throws Refused if no attempt is left, or the number cannot change now (whyNoChange).
 */
export async function prepareChangePhone(
  ctx: BorrowerCtx,
  read: Db,
  input: Input,
): Promise<Prepared> {
  const refusal = await whyNoChange(ctx, read, input.phone);
  if (refusal) refuse(changeCall, refusal.name, refusal.values);
  const { telephone } = await ctx.app.settings.all();
  return {
    password: input.by === 'idNumber' ? await comparePassword(ctx, read, input) : null,
    telephone,
  };
}

/**
 * Counts the comparison as a login attempt and as an attempt in this session, so this call allows
 * no additional guesses at a password. Concurrent calls share the limits.
 */
async function comparePassword(
  ctx: BorrowerCtx,
  read: Db,
  { password }: ByIdNumber,
): Promise<Compared> {
  const { borrowerId } = ctx.who;
  const number = ctx.app.sealer.hash('phone', await phoneOf(read, ctx.app.sealer, borrowerId));
  const login = await findForLogin(read, number, ctx.deviceId);
  const name = number.toString('hex');
  const { own, ofNumber, shared } = loginOfStranger(name, ctx.deviceId, countedNets(ctx));
  // The number is the borrower's own, so the response may reveal that strangers used up the
  // number's attempts.
  const ofLogin = login?.is_known_device
    ? loginOnKnownDevice(name, ctx.deviceId)
    : [...ofNumber, ...own, ...shared];
  const ofSession = proofRateLimit(borrowerId);
  const limits = [ofSession, ...ofLogin];
  await inTx(read, async (tx) => {
    const areLeft = await Promise.all([
      consumeRateLimit(tx, ofSession, ctx.wall),
      consumeSliding(tx, ofLogin, ctx.wall),
    ]);
    if (areLeft.includes(false)) refuse(changeCall, 'tooManyRequests');
  });
  try {
    const compared = (await findBorrower(read, borrowerId))?.password_hash ?? null;
    return {
      isRight: await matchesPassword(password, compared, { lane: 'session', key: borrowerId }),
      compared,
      limits,
    };
  } catch (error) {
    // The password was not compared, so the attempt is released.
    if (error instanceof Refused) await inTx(read, (tx) => releaseRateLimits(tx, limits, ctx.wall));
    throw error;
  }
}

/**
 * Changes the number. After a refusal, attempts still count and a correct code stays valid. A new
 * number that belongs to a reference is accepted, because families share phones; references are
 * checked again when they are saved and in review.
 */
export async function changePhone(
  ctx: BorrowerCtx,
  tx: Tx,
  input: Input,
  prepared: Prepared,
): Promise<Done> {
  const refusal = await whyNoChange(ctx, tx, input.phone);
  if (refusal) refuse(changeCall, refusal.name, refusal.values);
  await proveWithoutNewPhone(ctx, tx, input, prepared);
  if (!(await checkCodeAt(ctx, tx, 'newPhone', input.phone, input))) {
    await keepOldCode(tx, input);
    refuseButKeep(changeCall, 'codeWrong');
  }
  if (input.by === 'idNumber') await proveByIdNumber(ctx, tx, input);
  const before = await recipientOf(ctx.app, tx, ctx.who.borrowerId);
  if (
    !(await changes.replacePhone(
      tx,
      ctx.who.borrowerId,
      numberOf(ctx, input.phone),
      changeOf(ctx, input, before),
    ))
  ) {
    await keepOldCode(tx, input);
    refuseButKeep(changeCall, 'phoneTaken');
  }
  await applyConsequences(ctx, tx, input, before);
  await notifyBoth(ctx, tx, { ...before, phone: input.phone }, before, prepared.telephone);
  return { ids: {} };
}

function numberOf({ app, who }: BorrowerCtx, phone: string): { sealed: Buffer; hash: Buffer } {
  return {
    sealed: app.sealer.seal('phone', who.borrowerId, phone),
    hash: app.sealer.hash('phone', phone),
  };
}

function changeOf({ app, who, now }: BorrowerCtx, { by: method }: Input, before: Recipient) {
  const old_phone_sealed = app.sealer.seal(
    'former phone',
    changes.formerOf(who.borrowerId, now),
    before.phone,
  );
  return { changed_on: manilaDayOf(now), changed_at: now, method, old_phone_sealed };
}

/**
 * Checks the code sent to the old number, or the password, before any check whose result only the
 * holder of the new number may learn.
 */
async function proveWithoutNewPhone(
  ctx: BorrowerCtx,
  tx: Tx,
  input: Input,
  { password }: Prepared,
): Promise<void> {
  if (input.by === 'code') {
    if (!(await checkCode(ctx, tx, 'oldPhone', oldCodeOf(input))))
      refuseButKeep(changeCall, 'oldCodeWrong');
    return;
  }
  invariant(password, 'the password of a phone change by ID number was not compared');
  const present = (await findBorrower(tx, ctx.who.borrowerId))?.password_hash ?? null;
  // A password reset may have replaced the password since the comparison.
  if (!password.isRight || present !== password.compared) refuse(changeCall, 'passwordWrong');
  await releaseRateLimits(tx, password.limits, ctx.wall);
}

/**
 * Refuses the change unless the input is the full ID number in the newest application. Allows five
 * attempts in a window as long as the wait between two changes; a correct ID number releases its
 * attempt.
 */
async function proveByIdNumber(ctx: BorrowerCtx, tx: Tx, input: ByIdNumber): Promise<void> {
  const { sealer, ports } = ctx.app;
  const idNumber = await ports.account.idNumberOf(ctx.app, tx, ctx.who.borrowerId);
  if (idNumber === null) return refuseButKeep(changeCall, 'idNumberUnknown');
  const rules = ctx.app.rulesOn(manilaDayOf(ctx.now));
  const rateLimit = idNumberRateLimit(ctx.who.borrowerId, rules);
  if (!(await consumeRateLimit(tx, rateLimit, ctx.wall)))
    refuseButKeep(changeCall, 'idNumberSpent');
  const [typed, known] = [input.idNumber, idNumber].map((number) =>
    sealer.hash('idNumber', normaliseIdNumber(number)),
  );
  if (!typed || !known?.equals(typed)) {
    await prolongCode(tx, input);
    refuseButKeep(changeCall, 'idNumberWrong');
  }
  await releaseRateLimit(tx, rateLimit, ctx.wall);
}

const oldCodeOf = (input: Extract<Input, { by: 'code' }>) => ({
  challengeId: input.oldChallengeId,
  code: input.oldCode,
});

async function keepOldCode(tx: Tx, input: Input): Promise<void> {
  if (input.by === 'code') await prolongCode(tx, oldCodeOf(input));
}

/**
 * Applies the consequences of a new number: ends other sessions and the old number's open codes,
 * holds new payout accounts, and redirects messages.
 */
async function applyConsequences(
  ctx: BorrowerCtx,
  tx: Tx,
  { by, phone }: Input,
  before: Recipient,
): Promise<void> {
  const { borrowerId } = ctx.who;
  const oldHash = ctx.app.sealer.hash('phone', before.phone);
  await endOtherSessions(tx, ctx.who, ctx.wall);
  await endAllOpen(tx, { phoneHash: oldHash, borrowerId }, ctx.wall);
  await holdNewAccounts(tx, borrowerId, ctx.now.add({ hours: newAccountsHoldHours }));
  await ctx.app.notices.moveNotices(ctx, tx, {
    borrowerId,
    fromPhone: before.phone,
    toPhone: phone,
  });
  await audit(tx, {
    at: ctx.now,
    who: 'borrower',
    act: 'phoneChanged',
    subject: borrowerId,
    detail: { way: by },
  });
}

/** Notifies the old and the new number, in the borrower's language and at any hour. */
async function notifyBoth(
  ctx: BorrowerCtx,
  tx: Tx,
  now: Recipient,
  before: Recipient,
  telephone: string,
): Promise<void> {
  await ctx.app.notices.notify(ctx, tx, before, 'phoneChangedFrom', { telephone });
  await ctx.app.notices.notify(ctx, tx, now, 'phoneChangedTo', { telephone });
}
