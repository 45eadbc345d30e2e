// Searches regions, provinces, cities and barangays. Each typed word must begin a word in the name
// of the place or of a place that contains it. All 42,000 barangay names are one string, scanned
// once per typed word.
import { barangays, cities, type NamedPlace, once, provinces, regions } from './geography.ts';

/** A place with the one to three places that contain it, the region first. */
export type FoundPlace = NamedPlace & { readonly above: readonly NamedPlace[] };

/** The maximum number of results. Borrowers who do not see their place can type another text. */
const foundMost = 15;
/** The maximum number of barangays to rank. A word that occurs in more barangays is too common. */
const candidatesMost = 400;

type Level = 'province' | 'city' | 'barangay';
type Within = {
  readonly code: string;
  readonly above: readonly NamedPlace[];
  readonly words: string;
  readonly aboveWords: string;
};
type City = Within & NamedPlace & { readonly start: number };
type Query = { readonly words: readonly string[]; readonly wanted: Level | null };
type Candidate = { readonly level: Level; readonly rank: number; readonly read: () => FoundPlace };

/**
 * Returns the places that match the typed text, likeliest first. If `withinCode` is set, returns
 * only places within that province or city. Returns an empty list unless some word is a number or
 * has two or more letters.
 */
export function findPlaces(typed: string, withinCode?: string): FoundPlace[] {
  const query = queryOf(typed);
  if (!query.words.some((word) => word.length > 1 || isNumber(word))) return [];
  const candidates = [
    ...provincesLike(query),
    ...citiesLike(query),
    ...barangaysLike(query, withinCode),
  ];
  const order = ({ level, rank }: Candidate) =>
    (level === query.wanted ? 0 : levels.indexOf(level) + 1) * 10 + rank;
  const ranked = candidates.sort((a, b) => order(a) - order(b));
  const isWithin = ({ above }: FoundPlace) =>
    withinCode === undefined || above.some(({ code }) => code === withinCode);
  const shown: FoundPlace[] = [];
  for (const candidate of ranked) {
    const place = candidate.read();
    if (isWithin(place)) shown.push(place);
    if (shown.length === foundMost) break;
  }
  return shown;
}

const levels: readonly Level[] = ['province', 'city', 'barangay'];
/**
 * Words for kinds of places, as in "Makati City" and "Quezon province". Official names may lack
 * them.
 */
const kinds: Readonly<Record<string, Level | null>> = {
  province: 'province',
  city: 'city',
  municipality: 'city',
  barangay: 'barangay',
  region: null,
  of: null,
};
const longForms: Readonly<Record<string, string>> = {
  brgy: 'barangay',
  brg: 'barangay',
  bgy: 'barangay',
  sta: 'santa',
  sto: 'santo',
  pob: 'poblacion',
  gen: 'general',
};
/** Other common names of places, by code. */
const otherNames: Readonly<Record<string, string>> = {
  '1300000000': 'mm', // Metro Manila
  '0400000000': '4a region4a', // CALABARZON
  '1700000000': 'iv b 4b region4b', // MIMAROPA
  '1381300000': 'qc', // Quezon City
  '0731100000': 'lapulapu',
  '1030500000': 'cdo', // Cagayan de Oro
  '1230800000': 'gensan', // General Santos
  '0301420000': 'sjdm', // San Jose del Monte
};

/**
 * Normalises a name to lowercase words without accents, each preceded by a space, with
 * abbreviations expanded.
 */
export function wordsOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  return words
    .map((word) => ` ${Object.hasOwn(longForms, word) ? longForms[word] : word}`)
    .join('');
}

/**
 * The maximum number of words, because each word needs a scan. A barangay with its city and
 * province has fewer words.
 */
const mostWords = 8;

function queryOf(typed: string): Query {
  const words = wordsOf(typed).split(' ').filter(Boolean);
  const wantedLevel =
    words
      .map((word) => (Object.hasOwn(kinds, word) ? kinds[word] : null))
      .find((level) => level != null) ?? null;
  const names = new Set(words.filter((word) => !Object.hasOwn(kinds, word)));
  return { words: [...names].slice(0, mostWords), wanted: wantedLevel };
}

const isNumber = (word: string) => /^\d+$/.test(word);
/**
 * Whether a word begins one of `words`. A number must match in full, so that 1 does not match 10.
 */
const begins = (words: string, word: string) =>
  isNumber(word) ? `${words} `.includes(` ${word} `) : words.includes(` ${word}`);

/**
 * Returns 0 if the name consists of the words plus "city", 1 if it equals the words, 2 if it starts
 * with them, otherwise 3.
 */
function rankOf(own: string, words: readonly string[]): number {
  const matching = words
    .filter((word) => begins(own, word))
    .map((word) => ` ${word}`)
    .join('');
  if (own === `${matching} city`) return 0;
  if (own === matching) return 1;
  return own.startsWith(matching) ? 2 : 3;
}

/** Returns matching provinces, including all provinces of a matching region. */
function provincesLike({ words }: Query): Candidate[] {
  return index()
    .provinces.filter((province) =>
      words.every((word) => begins(province.words, word) || begins(province.aboveWords, word)),
    )
    .map((province) => ({
      level: 'province',
      rank: rankOf(wordsOf(province.name), words),
      read: () => placeOf(province),
    }));
}

function citiesLike({ words }: Query): Candidate[] {
  const isLike = (city: City) =>
    words.some((word) => begins(city.words, word)) &&
    words.every((word) => begins(city.words, word) || begins(city.aboveWords, word));
  return index()
    .cities.filter(isLike)
    .map((city) => ({
      level: 'city',
      rank: rankOf(wordsOf(city.name), words),
      read: () => placeOf(city),
    }));
}

/**
 * Searches all barangays for each word in turn. The other words must begin words in the same name,
 * or in the name of its city, province or region.
 */
function barangaysLike({ words }: Query, withinCode: string | undefined): Candidate[] {
  const { text, cities: all } = index();
  const candidates = new Map<number, Candidate>();
  for (const word of words.filter((each) => each.length > 1 || isNumber(each))) {
    const sought = isNumber(word) ? ` ${word} ` : ` ${word}`;
    let at = -1;
    for (
      let hit = text.indexOf(sought);
      hit >= 0 && candidates.size < candidatesMost;
      hit = text.indexOf(sought, hit + 1)
    ) {
      while ((all[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= hit) at += 1;
      const city = all[at];
      const start = text.lastIndexOf('|', hit) + 1;
      if (
        !city ||
        candidates.has(start) ||
        (withinCode &&
          city.code !== withinCode &&
          !city.above.some(({ code }) => code === withinCode))
      )
        continue;
      const name = text.slice(text.indexOf(' ', start), text.indexOf('|', start)).trimEnd();
      if (
        !words.every(
          (each) => begins(name, each) || begins(city.words, each) || begins(city.aboveWords, each),
        )
      )
        continue;
      candidates.set(start, {
        level: 'barangay',
        rank: rankOf(name, words),
        read: () => barangayAt(city, Number.parseInt(text.slice(start), 10)),
      });
    }
  }
  return [...candidates.values()];
}

function barangayAt(city: City, nth: number): FoundPlace {
  const barangay = barangays(city.code)[nth];
  if (!barangay) throw new Error(`${city.name} has no barangay ${nth}`);
  return { ...barangay, above: [...city.above, { code: city.code, name: city.name }] };
}

const placeOf = ({ code, name, above }: Within & NamedPlace): FoundPlace => ({ code, name, above });

/**
 * Provinces and cities with their words. `text` lists all barangays by city, each with its index
 * and words: `|nth first second `.
 */
const index = once(() => {
  const named = (place: NamedPlace) =>
    `${wordsOf(place.name)}${otherNames[place.code] ? ` ${otherNames[place.code]}` : ''}`;
  const regionOf = new Map(regions().map((region) => [region.code.slice(0, 2), region]));
  const provincesWithWords = provinces().map((province) => {
    const region = regionOf.get(province.code.slice(0, 2));
    const above = region ? [region] : [];
    return { ...province, above, words: named(province), aboveWords: above.map(named).join('') };
  });
  let text = '';
  const towns = provincesWithWords.flatMap((province) =>
    cities(province.code).map((city): City => {
      const start = text.length;
      text += barangays(city.code)
        .map(({ name }, nth) => `|${nth}${wordsOf(name)} `)
        .join('');
      const above = [...province.above, { code: province.code, name: province.name }];
      return {
        ...city,
        start,
        above,
        words: named(city),
        aboveWords: `${province.words}${province.aboveWords}`,
      };
    }),
  );
  return { provinces: provincesWithWords, cities: towns, text: `${text}|` };
});
