import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { findPlaces, wordsOf } from './find-places.ts';
import { barangays, cities, type NamedPlace, provinces } from './geography.ts';

/** Formats a place for borrowers, without its region: 'Bagumbayan, Quezon City, Metro Manila'. */
const written = ({ name, above }: ReturnType<typeof findPlaces>[number]) =>
  [
    name,
    ...above
      .slice(1)
      .map((place) => place.name)
      .reverse(),
  ].join(', ');
const first = (typed: string, within?: string) =>
  findPlaces(typed, within).slice(0, 2).map(written);

test.each([
  ['Quezon City', ['Quezon City, Metro Manila']],
  ['quezon', ['Quezon', 'Quezon City, Metro Manila']],
  ['Quezon province', ['Quezon', 'Quezon City, Metro Manila']],
  ['QC', ['Quezon City, Metro Manila']],
  ['NCR', ['Metro Manila']],
  ['mm', ['Metro Manila']],
  ['Manila', ['Metro Manila', 'Manila, Metro Manila']],
  ['calabarzon', ['Batangas', 'Cavite']],
  ['Region 4A', ['Batangas', 'Cavite']],
  ['City of Makati', ['Makati City, Metro Manila']],
  ['paranaque', ['Parañaque City, Metro Manila']],
  ['lapulapu', ['Lapu-Lapu City, Cebu']],
  ['Brgy. Bagumbayan, QC', ['Bagumbayan, Quezon City, Metro Manila']],
  ['brgy 649', ['Barangay 649 (Port Area), Manila, Metro Manila']],
  ['barangay 1 tondo', ['Barangay 1 (Tondo), Manila, Metro Manila']],
  ['Sto. Niño Parañaque', ['Santo Niño, Parañaque City, Metro Manila']],
  ['sta cruz laguna', ['Santa Cruz, Laguna', 'Santa Cruz, Bay, Laguna']],
])('"%s" finds the intended place first', (typed, expected) => {
  expect(first(typed).slice(0, expected.length)).toEqual(expected);
});

test('typing "brgy" lists barangays first', () => {
  expect(findPlaces('qc')).toHaveLength(1);
  expect(findPlaces('brgy san jose').every(({ above }) => above.length === 3)).toBe(true);
  expect(findPlaces('san jose')[0]?.above).toHaveLength(2);
});

test('finds no place for a single letter, a kind of place, or unrelated words', () => {
  for (const typed of ['', 'x', 'brgy', 'city of', 'quezon zzz', '|||', '%'])
    expect(findPlaces(typed), typed).toEqual([]);
});

test('a search can be limited to a province or a city', () => {
  const { code } = provinces().find(({ name }) => name === 'Quezon') as { code: string };
  const places = findPlaces('san isidro', code);
  expect(places.length).toBeGreaterThan(5);
  expect(places.every(({ above }) => above[1]?.code === code)).toBe(true);
  expect(first('brgy 1', '1380600000')).toEqual(['Barangay 1 (Tondo), Manila, Metro Manila']);
  expect(findPlaces('san isidro', '9999999999')).toEqual([]);
});

slow('finds cities by name and province, and barangays by name and city', () => {
  const towns = provinces().flatMap((province) =>
    cities(province.code).map((city) => ({ ...city, province: province.name })),
  );
  const sample = towns.filter((_, nth) => nth % 12 === 0);
  const isMissing = (typed: string, place: NamedPlace) =>
    !findPlaces(typed).some(({ code }) => code === place.code);
  expect(sample.filter((city) => isMissing(`${city.name} ${city.province}`, city))).toEqual([]);
  expect(
    barangays('1381300000').filter((place) => isMissing(`brgy ${place.name} quezon city`, place)),
  ).toEqual([]);
});

test('wordsOf expands abbreviations and drops accents and punctuation', () => {
  expect(wordsOf('Brgy. Sto. Niño (Pob.)')).toBe(' barangay santo nino poblacion');
});
