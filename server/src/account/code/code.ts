// SMS codes: six digits, five minutes, five comparisons, once. Only a keyed hash is stored, bound
// to challenge, number and purpose.

import type { CodePurpose, logonRegister } from '@sandali/contract/account.ts';
import { hourMs } from '@sandali/contract/day.ts';
import type { resetPassword } from '@sandali/contract/newPassword.ts';
import type { recoveryBegin, recoveryStop } from '@sandali/contract/recovery.ts';
import type { codeCheck, register } from '@sandali/contract/signUp.ts';
import { phoneOf } from '#/account/person.ts';
import { checkedCodeMs, codesWithoutAlarm, leastShareUsed } from '#/account/rules.ts';
import type { BorrowerCtx, Ctx, WorkCtx } from '#/context/ctx.ts';
import { consumeRateLimit } from '#/context/rate-limit.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import * as challenges from './challenge.store.ts';
import { sentAndUsed } from './challenge.store.ts';

/** A code as entered. */
export type GivenCode = { challengeId: string; code: string };

/** What is stored of a code. */
export function codeHashOf(sealer: Sealer, key: challenges.ChallengeKey, code: string): Buffer {
  return sealer.hash(
    'smsCode',
    [key.id, key.phoneHash.toString('hex'), key.purpose, code].join(':'),
  );
}

/**
 * Refuses a call unless a code for a number without a session is right; it is counted, and used up
 * when it is right. Where there was nothing to count the refusal leaves nothing behind: invented
 * codes cost no row. `isKept` where something else was counted before.
 */
export async function needRightCode(
  ctx: Ctx,
  tx: Tx,
  asked: Asked,
  given: GivenCode,
): Promise<void> {
  const { call, purpose, phone } = asked;
  const came = await compare(ctx, tx, keyOf(ctx, purpose, phone, given, null), given.code);
  if (came === 'dead' && !asked.isKept) refuse(call, 'codeWrong');
  if (came !== 'right') refuseButKeep(call, 'codeWrong');
}

type Asked = {
  call:
    | typeof codeCheck
    | typeof register
    | typeof logonRegister
    | typeof resetPassword
    | typeof recoveryBegin
    | typeof recoveryStop;
  purpose: CodePurpose;
  phone: string;
  isKept?: true;
};

/** A challenge whose code was right, as the client sends it afterwards, without the code. */
export type Checked = { phone: string; challengeId: string };

/**
 * Lets a challenge, whose code was right at this moment, open an account on this device for a
 * while.
 */
export async function proveByChallenge(ctx: Ctx, tx: Tx, { challengeId }: Checked): Promise<void> {
  await challenges.prove(tx, challengeId, ctx.wall.add({ milliseconds: checkedCodeMs }));
}

/** Whether a challenge would open an account here. It changes nothing. */
export async function isProof(
  ctx: Ctx,
  read: Read,
  { phone, challengeId }: Checked,
): Promise<boolean> {
  return await challenges.isProof(read, proofOf(ctx, phone, challengeId), ctx.wall);
}

/** Uses such a challenge up; false where there is none. */
export async function useProof(
  ctx: Ctx,
  tx: Tx,
  { phone, challengeId }: Checked,
): Promise<boolean> {
  return await challenges.spendProof(tx, proofOf(ctx, phone, challengeId), ctx.wall);
}

function proofOf(ctx: Ctx, phone: string, id: string): challenges.Proof {
  return { id, phoneHash: ctx.app.sealer.hash('phone', phone), deviceId: ctx.deviceId };
}

/**
 * Lets a right code be used once more, within its tries, because other input of the same call was
 * refused.
 */
export async function prolongCode(tx: Tx, given: GivenCode): Promise<void> {
  await challenges.reopen(tx, given.challengeId);
}

/** Whether it is worth preparing costly work for a code. It counts nothing. */
export async function isCodeOpen(
  ctx: Ctx,
  read: Read,
  purpose: CodePurpose,
  phone: string,
  given: GivenCode,
): Promise<boolean> {
  return await challenges.isComparable(read, keyOf(ctx, purpose, phone, given, null), ctx.wall);
}

/**
 * Whether the code that a borrower entered is the one that was sent to their own number for this
 * purpose. The try is counted, and a right code is used up: a caller that refuses because of a
 * wrong code must commit the count (refuseButKeep).
 */
export async function checkCode(
  ctx: BorrowerCtx,
  tx: Tx,
  purpose: CodePurpose,
  given: GivenCode,
): Promise<boolean> {
  const { borrowerId } = ctx.who;
  const phone = await phoneOf(tx, ctx.app.sealer, borrowerId);
  return (
    (await compare(ctx, tx, keyOf(ctx, purpose, phone, given, borrowerId), given.code)) === 'right'
  );
}

/** The same for a number that is not the borrower's own yet. */
export async function checkCodeAt(
  ctx: BorrowerCtx,
  tx: Tx,
  purpose: CodePurpose,
  phone: string,
  given: GivenCode,
): Promise<boolean> {
  return (
    (await compare(ctx, tx, keyOf(ctx, purpose, phone, given, ctx.who.borrowerId), given.code)) ===
    'right'
  );
}

function keyOf(
  ctx: Ctx,
  purpose: CodePurpose,
  phone: string,
  given: GivenCode,
  borrowerId: string | null,
): challenges.ChallengeKey {
  return {
    id: given.challengeId,
    phoneHash: ctx.app.sealer.hash('phone', phone),
    purpose,
    borrowerId,
  };
}

async function compare(
  ctx: Ctx,
  tx: Tx,
  key: challenges.ChallengeKey,
  code: string,
): Promise<challenges.Compared> {
  return await challenges.compare(tx, key, codeHashOf(ctx.app.sealer, key, code), ctx.wall);
}

/**
 * Within an hour so many codes were sent to strangers, and so many of those came back. The last
 * five minutes' may still come back.
 */
type UnusedCodes = { sent: number; used: number };

/** What an hour's codes of strangers came to where that is an alarm; null where it is none. */
export async function unusedCodes(read: Read, wall: Temporal.Instant): Promise<UnusedCodes | null> {
  const came = await sentAndUsed(
    read,
    wall.subtract({ minutes: 65 }),
    wall.subtract({ minutes: 5 }),
  );
  return came.sent > codesWithoutAlarm && came.used < leastShareUsed * came.sent ? came : null;
}

/** Says it in the log, once an hour. Safe to run twice at once. */
export async function alarmForCodes({ app, wall }: WorkCtx): Promise<void> {
  const came = await unusedCodes(app.db, wall);
  if (!came) return;
  const isFirst = await inTx(app.db, (tx) =>
    consumeRateLimit(tx, { name: 'sms:alarm', limit: 1, windowMs: hourMs, slides: true }, wall),
  );
  if (isFirst)
    app.log.warn('codes are sent to strangers and not used', {
      event: 'codes not used',
      count: came.sent - came.used,
    });
}
