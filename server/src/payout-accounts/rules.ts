// Pure rules for which accounts may be added and paid. The owner's name at the bank must be the
// borrower's name on the ID.

import type { WhyNotPaid } from '@sandali/contract/payable.ts';
import { isOneName } from '@sandali/contract/personName.ts';
import { plainLetters } from '@sandali/contract/plainLetters.ts';

/** The borrower's names as on the ID. */
type Names = { firstName: string; middleName: string | null; lastName: string };

/** The maximum number of accounts per borrower, for both kinds together. */
export const accountsLimit = 10;

/**
 * The maximum number of accounts that a borrower may add within 24 hours, including removed ones.
 * Each addition costs an SMS.
 */
export const addedADayLimit = 20;

/**
 * Whether a typed name is the borrower's. Ignores case, accents, punctuation, word order and
 * spaces. Requires first and last names; the middle name or initial and the suffix are optional.
 */
export function isSameName(written: string, { firstName, middleName, lastName }: Names): boolean {
  const isOne = isOneName({ firstName, lastName });
  const parts = (isOne ? [firstName] : [firstName, lastName]).map(wordsOf);
  const needed = parts.flat();
  const rest = [...parts, wordsOf(middleName ?? '')].reduce(spellAs, wordsOf(written));
  for (const word of needed.filter((part) => !suffixes.has(part))) {
    if (!removeWord(rest, word)) return false;
  }
  const middle = wordsOf(middleName ?? '');
  const welcome = [
    ...middle,
    ...(isOne ? needed : []),
    ...needed.filter((part) => suffixes.has(part)),
  ];
  const initials = middle.map((word) => word.slice(0, 1));
  return rest.every((word) => removeWord(welcome, word) || removeWord(initials, word));
}

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
/** Short forms of names, with their full forms. */
const fullForms = new Map([
  ['ma', 'maria'],
  ['sto', 'santo'],
  ['sta', 'santa'],
]);

/**
 * Splits a name into words: 'Ma. Teresa DE LA Peña-Cruz' becomes maria, teresa, dela, pena, cruz.
 */
function wordsOf(name: string): string[] {
  const plain = plainLetters(name)
    .replace(/[^\p{L}]+/gu, ' ')
    .replace(/\bde (la|las|los)\b/g, 'de$1')
    .trim();
  return plain === '' ? [] : plain.split(' ').map((word) => fullForms.get(word) ?? word);
}

/**
 * Joins or splits the written words as `name` does: 'delacruz' becomes 'dela cruz', or the reverse.
 */
function spellAs(written: string[], name: readonly string[]): string[] {
  return runsOf(name).reduce(
    (words, run) => {
      const joined = run.join('');
      return words.flatMap((word) => (word === joined ? run : word));
    },
    joinRuns(written, name),
  );
}

/** Joins neighbouring words that together form one word of `name`. */
function joinRuns(written: string[], name: readonly string[]): string[] {
  const run = runsOf(written).find((words) => name.includes(words.join('')));
  if (!run) return written;
  const at = written.findIndex((_, from) => run.every((word, nth) => written[from + nth] === word));
  return joinRuns(written.toSpliced(at, run.length, run.join('')), name);
}

/** Returns all runs of two or more neighbouring words, longest first. */
function runsOf(words: readonly string[]): string[][] {
  const runs = words.flatMap((_, from) =>
    words.slice(from + 1).map((_word, nth) => words.slice(from, from + nth + 2)),
  );
  return runs.sort((a, b) => b.length - a.length);
}

/** Removes one occurrence of a word from a list; returns false if the word is missing. */
function removeWord(words: string[], word: string): boolean {
  const at = words.indexOf(word);
  if (at < 0) return false;
  words.splice(at, 1);
  return true;
}

/**
 * Returns why no money can be sent to an account now, permanent reasons first; null if money can be
 * sent.
 */
export function whyNotPaid(of: {
  isBankPaid: boolean;
  isOwnName: boolean;
  heldHours: number;
}): WhyNotPaid | null {
  if (!of.isBankPaid) return 'bankNotPaid';
  if (!of.isOwnName) return 'nameDiffers';
  return of.heldHours > 0 ? 'held' : null;
}

/** Whether a digit string can be an account number: 6 to 20 digits, not all the same. */
export function isAccountNumber(digits: string): boolean {
  return /^\d{6,20}$/.test(digits) && !/^(\d)\1*$/.test(digits);
}

/** Masks an account number for display, as in '•••• 6789'. */
export function masked(last4: string): string {
  return `•••• ${last4}`;
}
