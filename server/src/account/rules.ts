// The rules of login and sign-up: how long codes and proofs are valid, how often they may be tried,
// and which passwords are too easy.
import { phoneChangeDays } from '@sandali/contract/constants.ts';
import { dayMs, hourMs } from '@sandali/contract/day.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import type { RateLimit } from '#/context/rate-limit.ts';
import {
  commonPasswordEndings,
  commonPasswords,
  commonPasswordWords,
} from '#/data/common-passwords.ts';

/** How long to wait for another code to the same number. */
export const resendAfterSeconds = 60;
/**
 * How often codes for a number and purpose may be compared, whichever device asked for them; a
 * newer code takes over the count.
 */
export const codeTries = 5;
/**
 * The minimum duration of an answer without a session, for known and unknown numbers alike: longer
 * than the work that only one of them causes.
 */
export const answerFloorMs = 250;
/**
 * After this many codes to a number, or to an address, within the last hour, the next one needs the
 * digits of a picture; of strangers, while few ask.
 */
export const sendsWithoutPicture = 2;
export const picturesAfterMs = hourMs;
/** How long the digits of a picture are accepted, and how many there are. */
export const pictureCodeMs = 5 * 60 * 1000;
export const pictureCodeDigits = 5;
/**
 * The sum instead of a picture (ALTCHA): keys are derived with counters from 0 on, and the right
 * one is in this range. Two thousand keys of two thousand rounds are about a second of one core of
 * a desktop.
 */
export const workCounters = { least: 1500, end: 2500 };
/**
 * How long a right password on a strange device makes the code that it asks for the owner's, as to
 * limits. Real time.
 */
export const rightPasswordMs = 15 * 60 * 1000;
/** How long a code that was right at its own step opens an account on its device. Real time. */
export const checkedCodeMs = 15 * 60 * 1000;
export const workRounds = 2000;
/**
 * Of the codes that strangers are sent within an hour, at least this share is used; below this
 * number the share means nothing.
 */
export const leastShareUsed = 0.3;
export const codesWithoutAlarm = 50;
/** Codes and counts that ended are deleted after this long. Real time. */
export const codesKeptMs = 2 * dayMs;

/**
 * A session ends after this long without a call, and after this long whatever happens. Real time.
 */
export const sessionIdleMs = 7 * dayMs;
export const sessionLifeMs = 30 * dayMs;
/** A session's last sight is written at most this often. */
export const lastSeenEveryMs = 5 * 60 * 1000;
/** For this long after somebody has proven who they are, they are not asked again. */
export const proofFreshMs = 15 * 60 * 1000;
/**
 * How long after a login its repetition under the same request id may still be answered with a new
 * token.
 */
export const reopenWithinMs = 15 * 60 * 1000;

/** The first digits (E.164) that 10,000 mobile numbers share. */
export function blockOf(phone: string): string {
  return phone.slice(0, -4);
}

/** How long a passkey may take to answer. Real time. */
export const passkeyChallengeMs = 5 * 60 * 1000;

/** Wrong passwords of somebody who is logged in and proves again who they are. */
export function proofRateLimit(borrowerId: string): RateLimit {
  return { name: `password:${borrowerId}`, limit: 10, windowMs: hourMs };
}

/** Wrong last four of an ID number, by callers with a right code for the phone number. */
export function idDigitsRateLimit(borrowerId: string): RateLimit {
  return { name: `idDigits:${borrowerId}`, limit: 5, windowMs: dayMs };
}

/** Wrong whole ID numbers of somebody who is logged in and has lost the old phone. */
export function idNumberRateLimit(borrowerId: string): RateLimit {
  return { name: `idNumber:${borrowerId}`, limit: 5, windowMs: phoneChangeDays * dayMs };
}

/**
 * The first Manila day on which a number that was changed on `changedOn` may be changed again,
 * where that is still to come; null where it may be today. Whole days of the calendar count:
 * changed at any hour of the 1st, again from 00:00 of the 15th.
 */
export function phoneChangeableOn(
  changedOn: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const on = changedOn?.add({ days: phoneChangeDays });
  return on && Temporal.PlainDate.compare(today, on) < 0 ? on : null;
}

/**
 * After a reset or a login by code on a strange device, and after a change of number, no payout
 * account can be added for this long: time for the owner to hear of it. Business time.
 */
export const newAccountsHoldHours = 24;

/** Whether somebody has proven who they are so lately that they need not do it again. Real time. */
export function isFreshProof(provenAt: Temporal.Instant | null, wall: Temporal.Instant): boolean {
  return provenAt !== null && wall.epochMilliseconds - provenAt.epochMilliseconds < proofFreshMs;
}

/** Whole hours, rounded up, until payout accounts may be added again; 0 when they may now. */
export function accountHoldHoursLeft(
  until: Temporal.Instant | null,
  now: Temporal.Instant,
): number {
  if (!until) return 0;
  return Math.max(0, Math.ceil((until.epochMilliseconds - now.epochMilliseconds) / hourMs));
}

/**
 * Whole seconds, rounded up, until a number may be sent another code, `afterSeconds` after its last
 * one; 0 or less when it may now.
 */
export function secondsToWait(
  lastSentAt: Temporal.Instant | null,
  wall: Temporal.Instant,
  afterSeconds: number,
): number {
  if (!lastSentAt) return 0;
  return Math.ceil(
    (lastSentAt.epochMilliseconds + afterSeconds * 1000 - wall.epochMilliseconds) / 1000,
  );
}

/**
 * Whether a password is one of the first that somebody would try: one from the list, a common word
 * with a common ending, one character or pair repeated, a run along the alphabet, the digits or a
 * row of keys, or the person's own number (E.164). Case does not count.
 */
export function isTooCommon(password: string, phone: string): boolean {
  const text = password.toLowerCase();
  return (
    commonPasswords.has(text) ||
    isWordWithEnding(text) ||
    /^(.{1,4})\1+$/u.test(text) ||
    isRun(text) ||
    parsePhilippineMobile(text) === phone
  );
}

function isWordWithEnding(text: string): boolean {
  return commonPasswordEndings.some(
    (ending) =>
      text.endsWith(ending) && commonPasswordWords.has(text.slice(0, text.length - ending.length)),
  );
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);

function isRun(text: string): boolean {
  return runs.some((run) => run.includes(text));
}
