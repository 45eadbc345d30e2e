// SMS codes: six digits, valid for five minutes, five comparisons and one use. Only a keyed hash is
// stored, bound to the challenge, number and purpose.

import type { CodePurpose, logonRegister } from '@sandali/contract/account.ts';
import { hourMs } from '@sandali/contract/day.ts';
import type { resetPassword } from '@sandali/contract/newPassword.ts';
import type { recoveryBegin, recoveryStop } from '@sandali/contract/recovery.ts';
import type { codeCheck, register } from '@sandali/contract/signUp.ts';
import { phoneOf } from '#/account/person.ts';
import { checkedCodeMs, codesWithoutAlarm, leastShareUsed } from '#/account/rules.ts';
import type { BorrowerCtx, Ctx, WorkCtx } from '#/context/ctx.ts';
import { consumeSliding } from '#/context/rate-limit.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { refuse, refuseButKeep } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import * as challenges from './challenge.store.ts';
import { countSentAndUsed } from './challenge.store.ts';

export type EnteredCode = { challengeId: string; code: string };

/** Returns the keyed hash under which a code is stored. */
export function codeHashOf(sealer: Sealer, key: challenges.ChallengeKey, code: string): Buffer {
  return sealer.hash(
    'smsCode',
    [key.id, key.phoneHash.toString('hex'), key.purpose, code].join(':'),
  );
}

/**
 * Refuses a sessionless call unless its code is correct, and uses up a correct code. If no code is
 * open, the refusal is stored only if the call has written data (`isKept`), so that guesses at
 * codes that were never sent do not add rows.
 */
export async function needRightCode(
  ctx: Ctx,
  tx: Tx,
  { call, purpose, phone, isKept }: CodeUse,
  entered: EnteredCode,
): Promise<void> {
  const result = await compare(ctx, tx, keyOf(ctx, purpose, phone, entered, null), entered.code);
  if (result === 'dead' && !isKept) refuse(call, 'codeWrong');
  if (result !== 'right') refuseButKeep(call, 'codeWrong');
}

type CodeUse = {
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

/** A challenge whose code was already accepted; the client sends it again without the code. */
export type Checked = { phone: string; challengeId: string };

/** Lets a challenge whose code was correct open an account on this device for `checkedCodeMs`. */
export async function proveByChallenge(ctx: Ctx, tx: Tx, { challengeId }: Checked): Promise<void> {
  await challenges.prove(tx, challengeId, ctx.wall.add({ milliseconds: checkedCodeMs }));
}

/** Whether a challenge could open an account on this device. Changes nothing. */
export async function checkProof(
  ctx: Ctx,
  read: Read,
  { phone, challengeId }: Checked,
): Promise<boolean> {
  return await challenges.checkProof(read, proofOf(ctx, phone, challengeId), ctx.wall);
}

/**
 * Uses up a challenge that can open an account.
 * @returns false if there is no such challenge.
 */
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

/** Makes a correct code valid again after other input was refused. Its attempts still count. */
export async function prolongCode(tx: Tx, entered: EnteredCode): Promise<void> {
  await challenges.reopen(tx, entered.challengeId);
}

/**
 * Whether a code may still be correct, so that slow work for it is worthwhile. Does not count an
 * attempt.
 */
export async function checkOpenCode(
  ctx: Ctx,
  read: Read,
  purpose: CodePurpose,
  phone: string,
  entered: EnteredCode,
): Promise<boolean> {
  return await challenges.checkComparable(
    read,
    keyOf(ctx, purpose, phone, entered, null),
    ctx.wall,
  );
}

/**
 * Whether this code was sent to the borrower's own number for this purpose. Counts the attempt and
 * uses up a correct code; a caller that refuses must commit the count (refuseButKeep).
 */
export async function checkCode(
  ctx: BorrowerCtx,
  tx: Tx,
  purpose: CodePurpose,
  entered: EnteredCode,
): Promise<boolean> {
  const { borrowerId } = ctx.who;
  const phone = await phoneOf(tx, ctx.app.sealer, borrowerId);
  return await checkCodeAt(ctx, tx, purpose, phone, entered);
}

/** Like `checkCode`, but for a number that is not the borrower's yet. */
export async function checkCodeAt(
  ctx: BorrowerCtx,
  tx: Tx,
  purpose: CodePurpose,
  phone: string,
  entered: EnteredCode,
): Promise<boolean> {
  const key = keyOf(ctx, purpose, phone, entered, ctx.who.borrowerId);
  return (await compare(ctx, tx, key, entered.code)) === 'right';
}

function keyOf(
  ctx: Ctx,
  purpose: CodePurpose,
  phone: string,
  { challengeId: id }: EnteredCode,
  borrowerId: string | null,
): challenges.ChallengeKey {
  return { id, phoneHash: ctx.app.sealer.hash('phone', phone), purpose, borrowerId };
}

async function compare(
  ctx: Ctx,
  tx: Tx,
  key: challenges.ChallengeKey,
  code: string,
): Promise<challenges.Compared> {
  return await challenges.compare(tx, key, codeHashOf(ctx.app.sealer, key, code), ctx.wall);
}

/** Codes sent to strangers in the hour that ended five minutes ago, and how many were used. */
type UnusedCodes = { sent: number; used: number };

/**
 * Returns the counts for the last hour's codes to strangers if too few were used; otherwise null.
 */
export async function unusedCodes(read: Read, wall: Temporal.Instant): Promise<UnusedCodes | null> {
  const codes = await countSentAndUsed(
    read,
    wall.subtract({ minutes: 65 }),
    wall.subtract({ minutes: 5 }),
  );
  return codes.sent > codesWithoutAlarm && codes.used < leastShareUsed * codes.sent ? codes : null;
}

/** Logs the alarm about unused codes, once an hour. Safe to run concurrently. */
export async function alarmForCodes({ app, wall }: WorkCtx): Promise<void> {
  const codes = await unusedCodes(app.db, wall);
  if (!codes) return;
  const isFirst = await inTx(app.db, (tx) =>
    consumeSliding(tx, [{ name: 'sms:alarm', limit: 1, windowMs: hourMs, slides: true }], wall),
  );
  if (isFirst)
    app.log.warn('codes are sent to strangers and not used', {
      event: 'codes not used',
      count: codes.sent - codes.used,
    });
}
