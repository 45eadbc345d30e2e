import { expect, test } from 'vitest';
import { barangays, cities, isPlace, type NamedPlace, placeNames, provinces } from './geography.ts';

const named = (list: readonly NamedPlace[], name: string) => {
  const place = list.find((each) => each.name === name);
  if (!place) throw new Error(`${name} is not in the list`);
  return place;
};
const cityOf = (province: string, city: string) =>
  named(cities(named(provinces(), province).code), city);

const allCities = provinces().flatMap((province) => cities(province.code));
const allBarangays = allCities.flatMap((city) => barangays(city.code));

test('lists 82 provinces and Metro Manila, 1,642 cities and towns, and 42,011 barangays', () => {
  expect(provinces()).toHaveLength(83);
  expect(allCities).toHaveLength(1642);
  expect(allBarangays).toHaveLength(42_011);
});

test('every province and city contains places, and every place has a unique code', () => {
  expect(provinces().filter((province) => cities(province.code).length === 0)).toEqual([]);
  expect(allCities.filter((city) => barangays(city.code).length === 0)).toEqual([]);
  const codes = [...provinces(), ...allCities, ...allBarangays].map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => !/^\d{10}$/.test(code))).toEqual([]);
});

test('place names have no stray spaces and are unique in their list', () => {
  const odd = [...provinces(), ...allCities, ...allBarangays].filter(
    ({ name }) => name === '' || name !== name.trim() || /\s\s/.test(name),
  );
  expect(odd).toEqual([]);
  const lists = [
    provinces(),
    ...provinces().map(({ code }) => cities(code)),
    ...allCities.map(({ code }) => barangays(code)),
  ];
  expect(
    lists.filter((list) => new Set(list.map(({ name }) => name)).size !== list.length),
  ).toEqual([]);
});

test.each([
  ['Metro Manila', 'Manila'],
  ['Metro Manila', 'Quezon City'],
  ['Metro Manila', 'Pateros'],
  ['Cebu', 'Cebu City'],
  ['Cebu', 'Lapu-Lapu City'],
  ['Davao del Sur', 'Davao City'],
  ['Benguet', 'Baguio City'],
  ['Pampanga', 'Angeles City'],
  ['Zamboanga del Sur', 'Zamboanga City'],
  ['Negros Occidental', 'Bacolod City'],
  ['Basilan', 'Isabela City'],
  ['Cotabato', 'Kapalawan'],
])('the province %s contains %s, which has barangays', (province, city) => {
  expect(barangays(cityOf(province, city).code).length).toBeGreaterThan(0);
});

test('lists Manila as one city whose numbered barangays name their district', () => {
  const list = barangays(cityOf('Metro Manila', 'Manila').code);
  expect(list).toHaveLength(897);
  expect(list.slice(0, 2)).toEqual([
    { code: '1380601001', name: 'Barangay 1 (Tondo)' },
    { code: '1380601002', name: 'Barangay 2 (Tondo)' },
  ]);
  expect(new Set(list.map(({ name }) => /\((.+)\)$/.exec(name)?.[1])).size).toBe(14);
});

test('accepts a place’s three codes only if each is within the previous one', () => {
  const province = named(provinces(), 'Laguna').code;
  const city = cityOf('Laguna', 'Calamba City').code;
  const barangay = named(barangays(city), 'Milagrosa').code;
  expect(barangay).toBe('0403405057');
  expect(placeNames({ province, city, barangay })).toEqual({
    province: 'Laguna',
    city: 'Calamba City',
    barangay: 'Milagrosa',
  });
  expect(isPlace({ province: named(provinces(), 'Cavite').code, city, barangay })).toBe(false);
  expect(isPlace({ province, city: cityOf('Laguna', 'Biñan City').code, barangay })).toBe(false);
  expect(isPlace({ province, city, barangay: '0403405999' })).toBe(false);
  expect(isPlace({ province: '', city: '', barangay: '' })).toBe(false);
});

test('looking up the places in an unknown province or city returns an empty list', () => {
  expect(cities('9999999999')).toEqual([]);
  expect(barangays('9999999999')).toEqual([]);
});
