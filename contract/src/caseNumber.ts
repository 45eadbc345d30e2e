// Numbers to read out over the phone, without the easily confused I, L, O, 0 and 1. The number of
// remaining symbols, 31, is prime, so a weighted checksum detects any wrong symbol and any swapped
// pair.
import * as v from 'valibot';

export const caseSymbols = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** The number of random symbols, enough for 31⁷ (about 27 billion) case numbers. */
export const randomSymbolCount = 7;

/** The prefixes of complaint numbers (CS) and of references for transfers to our account (TR). */
const casePrefixes = ['CS', 'TR'] as const;
export type CasePrefix = (typeof casePrefixes)[number];

/** Returns the check symbol for seven random symbols. */
export function checkSymbol(random: string): string {
  const sum = [...random].reduce(
    (total, symbol, at) => total + (at + 1) * caseSymbols.indexOf(symbol),
    0,
  );
  return caseSymbols.charAt(sum % caseSymbols.length);
}

/** Formats a number with its prefix and check symbol: 'CS-7KQ2-M4XD'. */
export function writtenNumber(prefix: CasePrefix, random: string): string {
  return `${prefix}-${random.slice(0, 4)}-${random.slice(4)}${checkSymbol(random)}`;
}

/**
 * Returns the written form of a typed number; null if it is malformed or its check symbol is wrong.
 */
export function readNumber(prefix: CasePrefix, typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const bare =
    symbols.startsWith(prefix) && symbols.length > randomSymbolCount + 1
      ? symbols.slice(prefix.length)
      : symbols;
  if (
    bare.length !== randomSymbolCount + 1 ||
    [...bare].some((symbol) => !caseSymbols.includes(symbol))
  )
    return null;
  const random = bare.slice(0, randomSymbolCount);
  return checkSymbol(random) === bare.charAt(randomSymbolCount)
    ? writtenNumber(prefix, random)
    : null;
}

const numberOf = (prefix: CasePrefix) =>
  v.pipe(
    v.string(),
    v.maxLength(40),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const number = readNumber(prefix, dataset.value);
      if (number) return number;
      addIssue({
        message: `must be a number as ${writtenNumber(prefix, '7KQ2M4X')}; its last symbol checks the others`,
      });
      return NEVER;
    }),
  );

/** A complaint number, in any accepted format. */
export const zComplaintNumber = numberOf('CS');
/** The reference for a transfer to our own account, in any accepted format. */
export const zTransferReference = numberOf('TR');
