// What a person and a list have in common, made alike on both sides and then hashed with a key.
// Names are compared without case, accents, order, particles and suffixes; beyond that exactly,
// since a hit costs a stranger a day of waiting.

import { fullNameOf } from '@sandali/contract/personName.ts';
import { plainLetters } from '@sandali/contract/plainLetters.ts';
import type { KnownName } from '#/credit/names.ts';
import type { Sealer } from '#/platform/seal.ts';

/** Words of names that people write or leave out as they like. */
const particles = new Set(
  'de del dela delas delos la las los da das do dos di du y e van von der den bin binti bint ibn al el jr sr ii iii iv mr mrs ms dr'.split(
    ' ',
  ),
);
/** The same, written as one word with the name behind it: Delacruz, Delosreyes. */
const grown = /^(?:delas|delos|dela)(?=\p{L}{4})/u;
/** The one word that is nearly always shortened. */
const shortened = new Map([['ma', 'maria']]);

export type BornOn = { year: number; day: string | null };

/** A key of a list: what kind of thing it is, and its text made comparable. */
export type Key = {
  kind: 'phone' | 'idNumber' | 'device' | 'name' | 'nameAndYear' | 'nameAndDay';
  text: string;
};

/**
 * 'cruz juan' of 'Juan Dela Cruz Jr.': the words of a name that count, sorted; '' if none is left.
 * Initials do not count.
 */
export function normalName(name: string): string {
  const words = plainLetters(name)
    .split(/[^\p{L}]+/u)
    .map((word) => (particles.has(word) ? '' : (shortened.get(word) ?? word.replace(grown, ''))))
    .filter((word) => [...word].length > 1 || /\p{Script=Han}/u.test(word));
  return words.sort().join(' ');
}

/** The keys of a name on a list, with each birthday or year of birth that the list has. */
export function keysOfName(name: string, born: readonly BornOn[]): Key[] {
  if (born.length === 0) return [{ kind: 'name', text: name }];
  return born.flatMap(({ year, day }): Key[] => [
    { kind: 'nameAndYear', text: `${name}|${year}` },
    ...(day ? [{ kind: 'nameAndDay', text: `${name}|${day}` } as const] : []),
  ]);
}

/**
 * The comparable names of a person: with the middle name, and without, as lists have it either way.
 */
export function namesOf({ firstName, middleName, lastName }: KnownName): string[] {
  const names = [
    normalName(fullNameOf({ firstName, middleName, lastName })),
    normalName(fullNameOf({ firstName, middleName: null, lastName })),
  ];
  return [...new Set(names)].filter(Boolean);
}

/** The keyed hash that is kept of a key. */
export function hashOfKey(sealer: Sealer, { kind, text }: Key): Buffer {
  return sealer.hash(`screening ${kind}`, text);
}
