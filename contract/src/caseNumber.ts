// Numbers that people read out on the phone: seven random symbols and a check symbol, in two groups
// of four. 31 symbols remain without I, L, O, 0 and 1, which are easily confused. As 31 is prime, a
// weighted sum detects each wrong symbol and each swapped pair.
import * as v from 'valibot';

export const caseSymbols = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** The number of random symbols, which allow 31⁷ numbers, about 27 billion. */
export const randomSymbolCount = 7;

/** 'CS' begins the number of a complaint, 'TR' the reference of a transfer to our own account. */
const casePrefixes = ['CS', 'TR'] as const;
export type CasePrefix = (typeof casePrefixes)[number];

/** Returns the check symbol of seven random symbols. */
export function checkSymbol(random: string): string {
  const sum = [...random].reduce(
    (total, symbol, at) => total + (at + 1) * caseSymbols.indexOf(symbol),
    0,
  );
  return caseSymbols.charAt(sum % caseSymbols.length);
}

/** Formats a number as it is written: 'CS-7KQ2-M4XD'. */
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

/** The number of a complaint, in any typed format. */
export const zComplaintNumber = numberOf('CS');
/** The reference of a transfer to our own account, in any typed format. */
export const zTransferReference = numberOf('TR');
