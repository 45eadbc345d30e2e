// Provinces, cities and barangays of the Philippines (sources: geography/README.md). The barangays
// are one buffer that is decoded on demand, which keeps 42,000 names off the heap.
import * as fs from 'node:fs';
import * as path from 'node:path';

/** A place with its ten-digit geographic code and its display name. */
export type NamedPlace = { readonly code: string; readonly name: string };
/** A chosen place: three geographic codes, each within the previous one. */
export type Place = { readonly province: string; readonly city: string; readonly barangay: string };

type City = NamedPlace & { readonly province: string };
type Span = { readonly start: number; readonly end: number };

const folder = path.join(import.meta.dirname, 'geography');
const newline = 10;
const codeLength = 10;

/** The 18 regions. Metro Manila is also listed as a province, with the same code. */
export const regions = once((): readonly NamedPlace[] =>
  rows('regions.json').map(([code = '', name = '']) => ({ code, name })),
);

/** Returns all 82 provinces and Metro Manila, sorted by name. */
export function provinces(): readonly NamedPlace[] {
  return places().provinces;
}

/**
 * Returns the cities and municipalities of a province, sorted by name; an empty list for an unknown
 * code. Highly urbanised cities are listed in the province around them.
 */
export function cities(provinceCode: string): readonly NamedPlace[] {
  return places().citiesOf.get(provinceCode) ?? [];
}

/** Returns the barangays of a city, sorted by name and number; empty for an unknown code. */
export function barangays(cityCode: string): readonly NamedPlace[] {
  const { text, spans } = lines();
  const span = spans.get(cityCode);
  if (!span) return [];
  const endings = text.toString('utf8', span.start, span.end).split('|');
  return endings.map((entry) => {
    const cut = entry.indexOf('=');
    return {
      code: cityCode.slice(0, codeLength - cut) + entry.slice(0, cut),
      name: entry.slice(cut + 1),
    };
  });
}

/** Whether the three codes exist, each within the previous one. */
export function isPlace(place: Place): boolean {
  return placeNames(place) !== null;
}

/** Returns the names of a place; null if its codes are invalid. */
export function placeNames(
  place: Place,
): { province: string; city: string; barangay: string } | null {
  const province = places().provinceByCode.get(place.province);
  const city = places().cityByCode.get(place.city);
  if (!province || city?.province !== province.code) return null;
  const barangay = barangays(city.code).find(({ code }) => code === place.barangay);
  return barangay ? { province: province.name, city: city.name, barangay: barangay.name } : null;
}

/** Returns the places whose codes exist. A barangay must be within the city. */
export function placesNamed({ province, city, barangay }: Partial<Place>): NamedPlace[] {
  const named = [
    province && places().provinceByCode.get(province),
    city && places().cityByCode.get(city),
    city && barangay && barangays(city).find(({ code }) => code === barangay),
  ];
  return named.flatMap((place) => (place ? [{ code: place.code, name: place.name }] : []));
}

type Places = {
  readonly provinces: readonly NamedPlace[];
  readonly provinceByCode: ReadonlyMap<string, NamedPlace>;
  readonly cityByCode: ReadonlyMap<string, City>;
  readonly citiesOf: ReadonlyMap<string, readonly NamedPlace[]>;
};

const places = once((): Places => {
  const provinceRows = rows('provinces.json').map(([code = '', name = '']) => ({ code, name }));
  const towns = rows('cities.json').map(([code = '', name = '', province = '']) => ({
    code,
    name,
    province,
  }));
  const citiesOf = Map.groupBy(towns, (city) => city.province);
  return {
    provinces: provinceRows,
    provinceByCode: new Map(provinceRows.map((province) => [province.code, province])),
    cityByCode: new Map(towns.map((city) => [city.code, city])),
    citiesOf: new Map(
      [...citiesOf].map(([province, list]) => [
        province,
        list.map(({ code, name }) => ({ code, name })),
      ]),
    ),
  };
});

/** The content of the barangay file, and the span of each city's names in it. */
const lines = once((): { text: Buffer; spans: ReadonlyMap<string, Span> } => {
  const text = fs.readFileSync(path.join(folder, 'barangays.txt'));
  const spans = new Map<string, Span>();
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(newline, start);
    spans.set(text.toString('latin1', start, start + codeLength), {
      start: start + codeLength + 1,
      end,
    });
    start = end + 1;
  }
  return { text, spans };
});

function rows(file: string): string[][] {
  return JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as string[][];
}

/** Returns a function that calls `make` once and caches its value. */
export function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
