// Typed ID numbers in forms. contract/src/id.ts has the rule.

import { plainDigits } from '@sandali/contract/plainDigits.ts';

/**
 * Returns the number in the form in which it is sent: in capitals, without spaces or hyphens.
 * server/src/data/identity.ts has hints for each format.
 */
export function normalizeIdNumber(typed: string): string {
  return plainDigits(typed)
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .toUpperCase();
}

/**
 * Returns what is wrong with a typed number: its length, or a character other than a letter or
 * digit. Returns null if the number is valid.
 */
export function idNumberFault(typed: string): 'sign' | 'short' | 'long' | null {
  const number = normalizeIdNumber(typed);
  if (/[^A-Z0-9]/.test(number)) return 'sign';
  if (number.length > 25) return 'long';
  return number !== '' && number.length < 5 ? 'short' : null;
}
