// Random numbers and ids. Nothing else in the server reads the system's random source.
import { randomBytes, randomInt } from 'node:crypto';
import { caseSymbols, randomSymbolCount } from '@sandali/contract/caseNumber.ts';
import { inBucketOf, timedId } from '@sandali/contract/id.ts';

/**
 * Returns a new UUID version 7 (RFC 9562) with 48 bits of time and 74 random bits, so that rows of
 * the same time are stored together.
 */
export function newId(at: Temporal.Instant): string {
  return timedId(at.epochMilliseconds, randomBytes(16));
}

/**
 * Returns a new id for a row that names a borrower. It ends in the borrower's bucket, so that the
 * row could lie on the machine of that bucket (docs/operators/scale.md). Null: nobody is known.
 */
export function newIdFor(borrowerId: string | null, at: Temporal.Instant): string {
  const id = newId(at);
  return borrowerId === null ? id : inBucketOf(borrowerId, id);
}

/** Returns a new session token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns six random digits. */
export function newSmsCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}

/** Returns `count` random digits for people to read and type. */
export function newDigits(count: number): string {
  return String(randomInt(0, 10 ** count)).padStart(count, '0');
}

/** Returns a random whole number from `least` (inclusive) to `end` (exclusive). */
export function newNumber(least: number, end: number): number {
  return randomInt(least, end);
}

/** Returns a random number from 0 (inclusive) to 1 (exclusive), for variation, not for secrets. */
export function random(): number {
  return randomInt(0, 2 ** 32) / 2 ** 32;
}

/**
 * Returns a reference number that people can read out: nine random digits and a Luhn check digit
 * (ISO/IEC 7812-1).
 */
export function newReferenceNo(): string {
  const digits = Array.from({ length: 9 }, (_, i) => randomInt(i === 0 ? 1 : 0, 10));
  const sum = digits.reduce((total, digit, i) => {
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

/** Returns random symbols for a case number (contract/src/caseNumber.ts). */
export function newCaseSymbols(): string {
  return Array.from({ length: randomSymbolCount }, () =>
    caseSymbols.charAt(randomInt(0, caseSymbols.length)),
  ).join('');
}

export { randomBytes } from 'node:crypto';
