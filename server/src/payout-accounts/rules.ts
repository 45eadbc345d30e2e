// Whose account may be added, and which one can be paid: the owner's name at the bank must be the
// borrower's name on the ID. Pure.

import type { WhyNotPaid } from '@sandali/contract/payable.ts';
import { isOneName } from '@sandali/contract/personName.ts';

/** The borrower's names, as on the ID. */
type Names = { firstName: string; middleName: string | null; lastName: string };

/** Accounts one person may keep, of both kinds together. */
export const accountsLimit = 10;

/**
 * Accounts one person may add within a day, those included that are gone again: each addition is
 * notified by SMS.
 */
export const addedADayLimit = 20;

/**
 * Whether a written name is the borrower's: without regard to case, accents, ñ, punctuation, the
 * order of words and spaces within one name, as banks write DELACRUZ. All first and last names must
 * be there; the middle name, or its initial, and a suffix (Jr, III) may be there.
 */
export function isSameName(written: string, { firstName, middleName, lastName }: Names): boolean {
  const isOne = isOneName({ firstName, lastName });
  const parts = (isOne ? [firstName] : [firstName, lastName]).map(wordsOf);
  const needed = parts.flat();
  const left = [...parts, wordsOf(middleName ?? '')].reduce(spellAs, wordsOf(written));
  for (const word of needed.filter((one) => !suffixes.has(one))) {
    if (!takeOut(left, word)) return false;
  }
  const middle = wordsOf(middleName ?? '');
  const welcome = [
    ...middle,
    ...(isOne ? needed : []),
    ...needed.filter((one) => suffixes.has(one)),
  ];
  const initials = middle.map((word) => word.slice(0, 1));
  return left.every((word) => takeOut(welcome, word) || takeOut(initials, word));
}

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);
/** Forms in which the same name is written in full and short. */
const fullForms = new Map([
  ['ma', 'maria'],
  ['sto', 'santo'],
  ['sta', 'santa'],
]);

/**
 * The words of a name for comparing: 'Ma. Teresa DE LA Peña-Cruz' gives maria, teresa, dela, pena,
 * cruz.
 */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .replace(/\bde (la|las|los)\b/g, 'de$1')
    .trim();
  return plain === '' ? [] : plain.split(' ').map((word) => fullForms.get(word) ?? word);
}

/**
 * The written words with the spaces of `name`: 'delacruz' becomes 'dela cruz' for somebody called
 * so, and back.
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

/** Joins neighbouring words that together are one word of `name`. */
function joinRuns(written: string[], name: readonly string[]): string[] {
  const run = runsOf(written).find((words) => name.includes(words.join('')));
  if (!run) return written;
  const at = written.findIndex((_, from) => run.every((word, nth) => written[from + nth] === word));
  return joinRuns(written.toSpliced(at, run.length, run.join('')), name);
}

/** All runs of two or more neighbouring words, the longest first. */
function runsOf(words: readonly string[]): string[][] {
  const runs = words.flatMap((_, from) =>
    words.slice(from + 1).map((_word, nth) => words.slice(from, from + nth + 2)),
  );
  return runs.sort((a, b) => b.length - a.length);
}

/** Takes one occurrence out of a list; false where there is none. */
function takeOut(words: string[], word: string): boolean {
  const at = words.indexOf(word);
  if (at < 0) return false;
  words.splice(at, 1);
  return true;
}

/** Why no money can go to an account now, what lasts before what passes; null where it can. */
export function whyNotPaid(of: {
  isBankPaid: boolean;
  isOwnName: boolean;
  heldHours: number;
}): WhyNotPaid | null {
  if (!of.isBankPaid) return 'bankNotPaid';
  if (!of.isOwnName) return 'nameDiffers';
  return of.heldHours > 0 ? 'held' : null;
}

/**
 * Whether digits can be an account: 6 to 20 of them, and not one digit all along, which is what
 * people type to get past a field.
 */
export function isAccountNumber(digits: string): boolean {
  return /^\d{6,20}$/.test(digits) && !/^(\d)\1*$/.test(digits);
}

/** '•••• 6789', all that anybody is ever shown of a number. */
export function masked(last4: string): string {
  return `•••• ${last4}`;
}
