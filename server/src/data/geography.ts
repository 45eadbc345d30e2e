// Provinces, cities and barangays of the Philippines (source, edition and decisions:
// geography/README.md). Read on first use; barangays stay one buffer, and a city's line is decoded
// only when it is requested, so that 42,000 names are not kept on the heap.
import * as fs from 'node:fs';
import * as path from 'node:path';

/** A place to pick: its ten-digit geographic code and the name to show. */
export type NamedPlace = { readonly code: string; readonly name: string };
/** A chosen place: three geographic codes, each inside the one before. */
export type Place = { readonly province: string; readonly city: string; readonly barangay: string };

type City = NamedPlace & { readonly province: string };
type Span = { readonly start: number; readonly end: number };

const folder = path.join(import.meta.dirname, 'geography');
const newline = 10;
const codeLength = 10;

/** The 18 regions. Metro Manila, as a province, has the code of its own. */
export const regions = once((): readonly NamedPlace[] =>
  rows('regions.json').map(([code = '', name = '']) => ({ code, name })),
);

/** All 82 provinces and Metro Manila, by name. */
export function provinces(): readonly NamedPlace[] {
  return places().provinces;
}

/**
 * The cities and municipalities of a province, by name; none for an unknown code. Highly urbanised
 * cities are listed in the province around them.
 */
export function cities(provinceCode: string): readonly NamedPlace[] {
  return places().citiesOf.get(provinceCode) ?? [];
}

/** The barangays of a city, by name with numbers in their order; none for an unknown code. */
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

/** Whether the three codes exist and lie within each other. */
export function isPlace(place: Place): boolean {
  return placeNames(place) !== null;
}

/** The names of a place, or null if the code is unknown. */
export function placeNames(
  place: Place,
): { province: string; city: string; barangay: string } | null {
  const province = places().provinceByCode.get(place.province);
  const city = places().cityByCode.get(place.city);
  if (!province || city?.province !== province.code) return null;
  const barangay = barangays(city.code).find((one) => one.code === place.barangay);
  return barangay ? { province: province.name, city: city.name, barangay: barangay.name } : null;
}

/** The places of these codes that there are: a city by itself, a barangay within its city. */
export function placesNamed({ province, city, barangay }: Partial<Place>): NamedPlace[] {
  const found = [
    province && places().provinceByCode.get(province),
    city && places().cityByCode.get(city),
    city && barangay && barangays(city).find((one) => one.code === barangay),
  ];
  return found.flatMap((one) => (one ? [{ code: one.code, name: one.name }] : []));
}

type Places = {
  readonly provinces: readonly NamedPlace[];
  readonly provinceByCode: ReadonlyMap<string, NamedPlace>;
  readonly cityByCode: ReadonlyMap<string, City>;
  readonly citiesOf: ReadonlyMap<string, readonly NamedPlace[]>;
};

const places = once((): Places => {
  const all = rows('provinces.json').map(([code = '', name = '']) => ({ code, name }));
  const towns = rows('cities.json').map(([code = '', name = '', province = '']) => ({
    code,
    name,
    province,
  }));
  const citiesOf = Map.groupBy(towns, (city) => city.province);
  return {
    provinces: all,
    provinceByCode: new Map(all.map((province) => [province.code, province])),
    cityByCode: new Map(towns.map((city) => [city.code, city])),
    citiesOf: new Map(
      [...citiesOf].map(([province, list]) => [
        province,
        list.map(({ code, name }) => ({ code, name })),
      ]),
    ),
  };
});

/** The barangay file as stored on disk, and where each city's names begin and end in it. */
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

/** The same value at each call, made at the first. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
