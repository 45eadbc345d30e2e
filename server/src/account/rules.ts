// The rules of login and sign-up: lifetimes of codes and proofs, limits on attempts, and which
// passwords are too easy.
import { dayMs, hourMs } from '@sandali/contract/day.ts';
import { parsePhilippineMobile } from '@sandali/contract/phone.ts';
import type { RateLimit } from '#/context/rate-limit.ts';
import type { Rules } from '#/context/rules.ts';
import {
  commonPasswordEndings,
  commonPasswords,
  commonPasswordWords,
} from '#/data/common-passwords.ts';

/** The minimum wait before another code is sent to the same number. */
export const resendAfterSeconds = 60;
/**
 * How many times a caller may compare codes for a number and purpose. A newer code inherits the
 * count.
 */
export const codeAttempts = 5;
/**
 * The minimum duration of a response without a session. It exceeds the time of any work done only
 * for known or only for unknown numbers, so timing does not reveal whether a number is known.
 */
export const answerFloorMs = 250;
/**
 * A caller who requests more codes than this in an hour, to a number or from an address, must solve
 * a picture code. Strangers must do so sooner while many of them request codes.
 */
export const sendsWithoutPicture = 2;
export const picturesAfterMs = hourMs;
/** How long a picture's digits are accepted, and how many digits it has. */
export const pictureCodeMs = 5 * 60 * 1000;
export const pictureCodeDigits = 5;
/**
 * The proof of work in place of a picture (ALTCHA). Starting from counter 0, clients derive keys
 * until they find the right one, whose counter is in this range. 2,000 keys of 2,000 rounds take a
 * desktop core about a second.
 */
export const workCounters = { least: 1500, end: 2500 };
/**
 * How long after a correct password on an unknown device a code is counted under the owner's
 * limits, by wall time.
 */
export const rightPasswordMs = 15 * 60 * 1000;
/** How long a code that codeCheck accepted can open an account on its device, by wall time. */
export const checkedCodeMs = 15 * 60 * 1000;
export const workRounds = 2000;
/**
 * An alarm is raised if strangers use a smaller share than this of the codes sent to them in an
 * hour, and more than `codesWithoutAlarm` were sent.
 */
export const leastShareUsed = 0.3;
export const codesWithoutAlarm = 50;
/** Codes and counts are deleted this long after they expire, by wall time. */
export const codesKeptMs = 2 * dayMs;

/** A session's idle and maximum lifetimes, by wall time (not business time). */
export const sessionIdleMs = 7 * dayMs;
export const sessionLifeMs = 30 * dayMs;
/** The minimum interval between updates of a session's `last_seen_at`. */
export const lastSeenEveryMs = 5 * 60 * 1000;
/** How long a proof of identity stays fresh. */
export const proofFreshMs = 15 * 60 * 1000;
/** How long after a login a repeated request with the same id may return a new token. */
export const reopenWithinMs = 15 * 60 * 1000;

/** Returns the leading digits (E.164) that a block of 10,000 mobile numbers shares. */
export function blockOf(phone: string): string {
  return phone.slice(0, -4);
}

/** How long a passkey challenge accepts a response, by wall time. */
export const passkeyChallengeMs = 5 * 60 * 1000;

/** Wrong passwords an hour on a device, or in a session that needs a new proof of identity. */
export const deviceAttempts = 10;
/** Wrong entries of an ID number, or of its last digits. */
export const idAttempts = 5;

/** Limits wrong passwords in a session that needs a new proof of identity. */
export function proofRateLimit(borrowerId: string): RateLimit {
  return { name: `password:${borrowerId}`, limit: deviceAttempts, windowMs: hourMs };
}

/**
 * Limits wrong entries of an ID number's last four digits by callers who have already entered a
 * correct code sent to the phone number.
 */
export function idDigitsRateLimit(borrowerId: string): RateLimit {
  return { name: `idDigits:${borrowerId}`, limit: idAttempts, windowMs: dayMs };
}

/** Limits wrong full ID numbers in a session whose borrower has lost the old phone. */
export function idNumberRateLimit(
  borrowerId: string,
  { phoneChangeDays }: Pick<Rules, 'phoneChangeDays'>,
): RateLimit {
  return { name: `idNumber:${borrowerId}`, limit: idAttempts, windowMs: phoneChangeDays * dayMs };
}

/**
 * Returns the first Manila day after today on which the number may change again; null if it may
 * change today. If the wait is 14 days, a number changed on the 1st may change again from 00:00 on
 * the 15th.
 */
export function phoneChangeableOn(
  changedOn: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
  { phoneChangeDays }: Pick<Rules, 'phoneChangeDays'>,
): Temporal.PlainDate | null {
  const on = changedOn?.add({ days: phoneChangeDays });
  return on && Temporal.PlainDate.compare(today, on) < 0 ? on : null;
}

/**
 * How long, in business time, no payout account can be added after a phone change, or after a reset
 * or a login with a code on an unknown device. This gives the owner time to react.
 */
export const newAccountsHoldHours = 24;

/** Whether the last proof of identity is still fresh, by wall time. */
export function isFreshProof(provenAt: Temporal.Instant | null, wall: Temporal.Instant): boolean {
  return provenAt !== null && wall.epochMilliseconds - provenAt.epochMilliseconds < proofFreshMs;
}

/**
 * Returns the whole hours, rounded up, until payout accounts may be added again; 0 if they may be
 * added now.
 */
export function accountHoldHoursLeft(
  until: Temporal.Instant | null,
  now: Temporal.Instant,
): number {
  if (!until) return 0;
  return Math.max(0, Math.ceil((until.epochMilliseconds - now.epochMilliseconds) / hourMs));
}

/**
 * Returns the whole seconds, rounded up, until another code may be sent to a number, `afterSeconds`
 * after the previous code; 0 or less if it may be sent now.
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
 * Whether a password is easily guessed: a listed one, a common word with a common ending, a
 * repeated character or group, a run of letters, digits or keys, or the borrower's own number
 * (E.164).
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
