import { expect, test } from 'vitest';
import { findPlaces, wordsOf } from './find-places.ts';
import { barangays, cities, provinces } from './geography.ts';

/** A place as a borrower reads it, without its region: 'Bagumbayan, Quezon City, Metro Manila'. */
const written = ({ name, above }: ReturnType<typeof findPlaces>[number]) =>
  [
    name,
    ...above
      .slice(1)
      .map((one) => one.name)
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
])('"%s" finds first what is meant', (typed, expected) => {
  expect(first(typed).slice(0, expected.length)).toEqual(expected);
});

test('a short name finds one city, and "brgy" puts the barangays first', () => {
  expect(findPlaces('qc')).toHaveLength(1);
  expect(findPlaces('brgy san jose').every((one) => one.above.length === 3)).toBe(true);
  expect(findPlaces('san jose')[0]?.above).toHaveLength(2);
});

test('nothing is found for a letter, a kind alone, or words that no one place has', () => {
  for (const typed of ['', 'x', 'brgy', 'city of', 'quezon zzz', '|||', '%'])
    expect(findPlaces(typed), typed).toEqual([]);
});

test('within a province or a city only its own places are found', () => {
  const { code } = provinces().find((one) => one.name === 'Quezon') as { code: string };
  const found = findPlaces('san isidro', code);
  expect(found.length).toBeGreaterThan(5);
  expect(found.every((one) => one.above[1]?.code === code)).toBe(true);
  expect(first('brgy 1', '1380600000')).toEqual(['Barangay 1 (Tondo), Manila, Metro Manila']);
  expect(findPlaces('san isidro', '9999999999')).toEqual([]);
});

test('a city is found by its name and province, and every barangay of a big one by its own and the city’s', () => {
  const towns = provinces().flatMap((province) =>
    cities(province.code).map((city) => ({ ...city, province: province.name })),
  );
  const some = towns.filter((_, nth) => nth % 12 === 0);
  expect(
    some.filter(
      (city) => !findPlaces(`${city.name} ${city.province}`).some((one) => one.code === city.code),
    ),
  ).toEqual([]);
  const lost = barangays('1381300000').filter(
    (one) => !findPlaces(`brgy ${one.name} quezon city`).some(({ code }) => code === one.code),
  );
  expect(lost).toEqual([]);
});

test('short forms are written out, accents and signs are left out', () => {
  expect(wordsOf('Brgy. Sto. Niño (Pob.)')).toBe(' barangay santo nino poblacion');
});
