// The numbers that people read to each other over the phone: seven symbols of chance and one that
// checks them, in two groups of four. Without I, L, O, 0 and 1, which are taken for each other,
// there are 31 symbols: a prime, so that a weighted sum over it finds every single wrong symbol and
// every pair that changed places.
import * as v from 'valibot';

export const caseSymbols = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** Symbols of chance: 31⁷ numbers, about 27 thousand million. */
export const caseChance = 7;

/**
 * 'CS' is the prefix of the number of a complaint, 'TR' that of the reference of a transfer to our
 * own account.
 */
const casePrefixes = ['CS', 'TR'] as const;
export type CasePrefix = (typeof casePrefixes)[number];

/** The last symbol of a number, from the seven before it. */
export function checkSymbol(chance: string): string {
  const sum = [...chance].reduce(
    (total, symbol, at) => total + (at + 1) * caseSymbols.indexOf(symbol),
    0,
  );
  return caseSymbols.charAt(sum % caseSymbols.length);
}

/** 'CS-7KQ2-M4XD' of a prefix and seven symbols. */
export function writtenNumber(prefix: CasePrefix, chance: string): string {
  return `${prefix}-${chance.slice(0, 4)}-${chance.slice(4)}${checkSymbol(chance)}`;
}

/** A number as it was typed, in its one written form; null where it is none, or was misheard. */
export function readNumber(prefix: CasePrefix, typed: string): string | null {
  const symbols = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const bare =
    symbols.startsWith(prefix) && symbols.length > caseChance + 1
      ? symbols.slice(prefix.length)
      : symbols;
  if (bare.length !== caseChance + 1 || [...bare].some((symbol) => !caseSymbols.includes(symbol)))
    return null;
  const chance = bare.slice(0, caseChance);
  return checkSymbol(chance) === bare.charAt(caseChance) ? writtenNumber(prefix, chance) : null;
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

/** The number of a complaint, in whichever way it was typed. */
export const zComplaintNumber = numberOf('CS');
/**
 * The reference that is written on a transfer to our own account, in whichever way it was typed.
 */
export const zTransferReference = numberOf('TR');
