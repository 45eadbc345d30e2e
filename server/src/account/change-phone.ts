// Changes the phone number of an account: with codes to both numbers or, if the old phone is lost,
// with the ID number, the password and a code to the new number. A session, a password or an ID
// alone is not enough.
import type { RequestOf } from '@sandali/contract/call.ts';
import { changePhone as changeCall } from '@sandali/contract/phoneChange.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Recipient } from '#/context/notices.ts';
import { consumeRateLimit, type RateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
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
 * `compared` is the stored hash that the password was compared with; `taken` are the rate limits
 * that a right password releases.
 */
type Compared = { isRight: boolean; compared: string | null; taken: readonly RateLimit[] };
type Prepared = { password: Compared | null; telephone: string };

/**
 * Why the number cannot be changed to this one, whatever is proven: it was changed recently, or is
 * the present one. `phone` is null while it is not known.
 */
export async function whyNoChange(
  ctx: BorrowerCtx,
  read: Read,
  phone: string | null,
): Promise<{ name: 'phoneChangedLately' | 'phoneSame'; values: RefusalValues } | null> {
  const { borrowerId } = ctx.who;
  const last = await changes.findLast(read, borrowerId);
  const possibleOn = phoneChangeableOn(last?.changed_on ?? null, manilaDayOf(ctx.now));
  if (possibleOn)
    return { name: 'phoneChangedLately', values: { on: writtenDay(ctx.locale, possibleOn) } };
  return phone === (await phoneOf(read, ctx.app.sealer, borrowerId))
    ? { name: 'phoneSame', values: {} }
    : null;
}

/**
 * Takes a try and compares the password, which is slow, before the transaction begins.
 * @throws Refused where no try is left.
 */
export async function prepareChangePhone(
  ctx: BorrowerCtx,
  read: Read,
  input: Input,
): Promise<Prepared> {
  const why = await whyNoChange(ctx, read, input.phone);
  if (why) refuse(changeCall, why.name, why.values);
  const { telephone } = await ctx.app.settings.all();
  return {
    password: input.by === 'idNumber' ? await comparePassword(ctx, read, input) : null,
    telephone,
  };
}

/**
 * Compares within the tries of the login and within those of somebody who is logged in: this call
 * reveals no more about a password than either. Of many at once no more than the tries are
 * compared.
 */
async function comparePassword(
  ctx: BorrowerCtx,
  read: Read,
  { password }: ByIdNumber,
): Promise<Compared> {
  const { borrowerId } = ctx.who;
  const number = ctx.app.sealer.hash('phone', await phoneOf(read, ctx.app.sealer, borrowerId));
  const found = await findForLogin(read, number, ctx.deviceId);
  const name = number.toString('hex');
  const { own, ofNumber, shared } = loginOfStranger(name, ctx.deviceId, countedNets(ctx));
  // The number is the borrower's own, so the answer may tell of what strangers tried.
  const ofLogin = found?.is_known_device
    ? loginOnKnownDevice(name, ctx.deviceId)
    : [...own, ...ofNumber, ...shared];
  const taken = [proofRateLimit(borrowerId), ...ofLogin];
  await inTx(read, async (tx) => {
    for (const rateLimit of taken)
      if (!(await consumeRateLimit(tx, rateLimit, ctx.wall))) refuse(changeCall, 'tooManyRequests');
  });
  try {
    const compared = (await findBorrower(read, borrowerId))?.password_hash ?? null;
    return {
      isRight: await matchesPassword(password, compared, { lane: 'session', key: borrowerId }),
      compared,
      taken,
    };
  } catch (error) {
    // Nothing was compared, so nothing was revealed.
    if (error instanceof Refused) await inTx(read, (tx) => giveBackAll(ctx, tx, taken));
    throw error;
  }
}

async function giveBackAll(ctx: BorrowerCtx, tx: Tx, taken: readonly RateLimit[]): Promise<void> {
  for (const rateLimit of taken) await releaseRateLimit(tx, rateLimit, ctx.wall);
}

/**
 * Changes the number. Tries at codes and at the ID number are counted also when this is refused; a
 * right code stays good while something else has to be mended. A new number that is one of the
 * contacts' is no hindrance: a family shares phones, and contacts are held against the account's
 * number again when they are next saved or reviewed.
 */
export async function changePhone(
  ctx: BorrowerCtx,
  tx: Tx,
  input: Input,
  prepared: Prepared,
): Promise<Done> {
  const why = await whyNoChange(ctx, tx, input.phone);
  if (why) refuse(changeCall, why.name, why.values);
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
  await follow(ctx, tx, input, before);
  await tellBoth(ctx, tx, { ...before, phone: input.phone }, before, prepared.telephone);
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
 * Checks the code to the old number, or the password, before any check whose result only the holder
 * of the new number may learn.
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
  invariant(password, 'a change of number by ID number was not prepared');
  const present = (await findBorrower(tx, ctx.who.borrowerId))?.password_hash ?? null;
  // A reset that came between has made it the old one.
  if (!password.isRight || present !== password.compared) refuse(changeCall, 'passwordWrong');
  await giveBackAll(ctx, tx, password.taken);
}

/**
 * Refuses unless this is the whole ID number of the newest application. Every try takes one of five
 * in 14 days, and a right one gives it back.
 */
async function proveByIdNumber(ctx: BorrowerCtx, tx: Tx, input: ByIdNumber): Promise<void> {
  const { sealer, ports } = ctx.app;
  const idNumber = await ports.account.idNumberOf(ctx.app, tx, ctx.who.borrowerId);
  if (idNumber === null) return refuseButKeep(changeCall, 'idNumberUnknown');
  const rateLimit = idNumberRateLimit(ctx.who.borrowerId);
  if (!(await consumeRateLimit(tx, rateLimit, ctx.wall)))
    refuseButKeep(changeCall, 'idNumberSpent');
  const [given, known] = [input.idNumber, idNumber].map((one) =>
    sealer.hash('idNumber', normaliseIdNumber(one)),
  );
  if (!given || !known?.equals(given)) {
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
 * The effects of a new number: other sessions and everything open for the old number end, new
 * payout accounts wait, and messages go to the new number.
 */
async function follow(
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

/** Notifies both numbers, in the borrower's language and at any hour. */
async function tellBoth(
  ctx: BorrowerCtx,
  tx: Tx,
  now: Recipient,
  before: Recipient,
  telephone: string,
): Promise<void> {
  await ctx.app.notices.notify(ctx, tx, before, 'phoneChangedFrom', { telephone });
  await ctx.app.notices.notify(ctx, tx, now, 'phoneChangedTo', { telephone });
}
