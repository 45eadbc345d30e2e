// The number of an ID as people type it, for the forms that ask for it (contract/src/id.ts has the
// rule).

import { plainDigits } from '@sandali/contract/plainDigits.ts';

/**
 * The number as it is sent: no spaces, no hyphens of any kind, capitals. Hints from its format are
 * in server/src/data/identity.ts.
 */
export function normalizeIdNumber(typed: string): string {
  return plainDigits(typed)
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .toUpperCase();
}

/**
 * What is wrong with a number that was typed: a sign that is no letter and no digit, or its length.
 * Null where nothing is, or nothing was typed.
 */
export function idNumberFault(typed: string): 'sign' | 'short' | 'long' | null {
  const number = normalizeIdNumber(typed);
  if (/[^A-Z0-9]/.test(number)) return 'sign';
  if (number.length > 25) return 'long';
  return number !== '' && number.length < 5 ? 'short' : null;
}
