// Normalised and hashed keys for matching a person against a list. Names ignore case, accents,
// order, particles and suffixes, but otherwise match exactly, because a false hit delays a
// stranger.

import type { PersonName } from '@sandali/contract/personName.ts';
import { fullNameOf } from '@sandali/contract/personName.ts';
import { plainLetters } from '@sandali/contract/plainLetters.ts';
import type { Sealer } from '#/platform/seal.ts';

/** Words that people often omit from names. */
const particles = new Set(
  'de del dela delas delos la las los da das do dos di du y e van von der den bin binti bint ibn al el jr sr ii iii iv mr mrs ms dr'.split(
    ' ',
  ),
);
/** Matches a particle written together with its name: Delacruz, Delosreyes. */
const joinedParticle = /^(?:delas|delos|dela)(?=\p{L}{4})/u;
/** People nearly always abbreviate Maria. */
const shortened = new Map([['ma', 'maria']]);

export type BornOn = { year: number; day: string | null };

/** A key of a list entry: its kind and its normalised text. */
export type Key = {
  kind: 'phone' | 'idNumber' | 'device' | 'name' | 'nameAndYear' | 'nameAndDay';
  text: string;
};

/**
 * Returns the significant words of a name, sorted: 'cruz juan' for 'Juan Dela Cruz Jr.'. Omits
 * initials; returns '' if no word remains.
 */
export function normalName(name: string): string {
  const words = plainLetters(name)
    .split(/[^\p{L}]+/u)
    .map((word) =>
      particles.has(word) ? '' : (shortened.get(word) ?? word.replace(joinedParticle, '')),
    )
    .filter((word) => [...word].length > 1 || /\p{Script=Han}/u.test(word));
  return words.sort().join(' ');
}

/**
 * Returns the keys of a listed name: one for each birthday or year of birth, or the name alone if
 * neither is listed.
 */
export function keysOfName(name: string, born: readonly BornOn[]): Key[] {
  if (born.length === 0) return [{ kind: 'name', text: name }];
  return born.flatMap(({ year, day }): Key[] => [
    { kind: 'nameAndYear', text: `${name}|${year}` },
    ...(day ? [{ kind: 'nameAndDay', text: `${name}|${day}` } as const] : []),
  ]);
}

/**
 * Returns a person's normalised names with and without the middle name, because lists use both
 * forms.
 */
export function namesOf({ firstName, middleName, lastName }: PersonName): string[] {
  const names = [
    normalName(fullNameOf({ firstName, middleName, lastName })),
    normalName(fullNameOf({ firstName, middleName: null, lastName })),
  ];
  return [...new Set(names)].filter(Boolean);
}

/** Returns the keyed hash under which a key is stored. */
export function hashOfKey(sealer: Sealer, { kind, text }: Key): Buffer {
  return sealer.hash(`screening ${kind}`, text);
}
