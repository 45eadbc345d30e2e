// The ID number as people type it, for forms (the rule is in contract/src/id.ts).

import { plainDigits } from '@sandali/contract/plainDigits.ts';

/**
 * Returns the number as it is sent: without spaces and hyphens, in capitals.
 * server/src/data/identity.ts has hints by format.
 */
export function normalizeIdNumber(typed: string): string {
  return plainDigits(typed)
    .replace(/[\s\p{Pd}\u2212]/gu, '')
    .toUpperCase();
}

/**
 * Returns the fault of a typed number: a sign other than letters and digits, or its length;
 * otherwise null.
 */
export function idNumberFault(typed: string): 'sign' | 'short' | 'long' | null {
  const number = normalizeIdNumber(typed);
  if (/[^A-Z0-9]/.test(number)) return 'sign';
  if (number.length > 25) return 'long';
  return number !== '' && number.length < 5 ? 'short' : null;
}
