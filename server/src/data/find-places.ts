// One search over regions, provinces, cities and barangays. People write "QC", "NCR", "Brgy. San
// Isidro, Antipolo" or "Sta. Cruz": short forms are read as the long ones, every word must begin a
// word of the place or of what it lies in, and one of them a word of its own name. The names of all
// 42,000 barangays are one string, made at the first search; a search scans it once a word, and
// only what is shown is decoded.
import { barangays, cities, type NamedPlace, once, provinces, regions } from './geography.ts';

/**
 * A place that was found, with what it lies in, the region first: a province in one, a city in two,
 * a barangay in three.
 */
export type FoundPlace = NamedPlace & { readonly above: readonly NamedPlace[] };

/** So many are shown: whoever does not see theirs adds a word. */
const foundMost = 15;
/**
 * Barangays that are compared with each other; a word that is in more says too little to rank them.
 */
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
type Candidate = { readonly level: Level; readonly rank: number; readonly found: () => FoundPlace };

/**
 * The places that answer what was typed, the likeliest first; of a province or city alone where its
 * code is given. None for less than two letters.
 */
export function findPlaces(typed: string, withinCode?: string): FoundPlace[] {
  const query = queryOf(typed);
  if (!query.words.some((word) => word.length > 1 || isNumber(word))) return [];
  const all = [...provincesLike(query), ...citiesLike(query), ...barangaysLike(query, withinCode)];
  const order = (one: Candidate) =>
    (one.level === query.wanted ? 0 : levels.indexOf(one.level) + 1) * 10 + one.rank;
  const found = all.sort((one, other) => order(one) - order(other)).map((one) => one.found);
  const isWithin = ({ above }: FoundPlace) =>
    withinCode === undefined || above.some(({ code }) => code === withinCode);
  const shown: FoundPlace[] = [];
  for (const make of found) {
    const place = make();
    if (isWithin(place)) shown.push(place);
    if (shown.length === foundMost) break;
  }
  return shown;
}

const levels: readonly Level[] = ['province', 'city', 'barangay'];
/**
 * Words that say of what kind a place is, which may be no part of its name: "Makati City", "Quezon
 * province", "Brgy 5".
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
/** What people call a place besides its name, by its code. */
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
 * A name as its words, each after a space, in small letters without accents and signs, short forms
 * written out.
 */
export function wordsOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  return words
    .map((word) => ` ${Object.hasOwn(longForms, word) ? longForms[word] : word}`)
    .join('');
}

/**
 * A barangay with its city and province in full has fewer; each word more is one more scan of all
 * barangays.
 */
const mostWords = 8;

function queryOf(typed: string): Query {
  const words = wordsOf(typed).split(' ').filter(Boolean);
  const wanted =
    words
      .map((word) => (Object.hasOwn(kinds, word) ? kinds[word] : null))
      .find((level) => level != null) ?? null;
  const names = new Set(words.filter((word) => !Object.hasOwn(kinds, word)));
  return { words: [...names].slice(0, mostWords), wanted };
}

const isNumber = (word: string) => /^\d+$/.test(word);
/** Whether a word begins one of these; a number is one of them whole, so that 1 is not 10. */
const begins = (words: string, word: string) =>
  isNumber(word) ? `${words} `.includes(` ${word} `) : words.includes(` ${word}`);

/**
 * 0: a city that is called so, without its "City" too; 1: another place that is; 2: its name begins
 * so; 3: otherwise.
 */
function rankOf(own: string, words: readonly string[]): number {
  const asked = words
    .filter((word) => begins(own, word))
    .map((word) => ` ${word}`)
    .join('');
  if (own === `${asked} city`) return 0;
  if (own === asked) return 1;
  return own.startsWith(asked) ? 2 : 3;
}

/** A region answers by its provinces. */
function provincesLike({ words }: Query): Candidate[] {
  return index()
    .provinces.filter((one) =>
      words.every((word) => begins(one.words, word) || begins(one.aboveWords, word)),
    )
    .map((one) => ({
      level: 'province',
      rank: rankOf(wordsOf(one.name), words),
      found: () => placeOf(one),
    }));
}

function citiesLike({ words }: Query): Candidate[] {
  const isLike = (one: City) =>
    words.some((word) => begins(one.words, word)) &&
    words.every((word) => begins(one.words, word) || begins(one.aboveWords, word));
  return index()
    .cities.filter(isLike)
    .map((one) => ({
      level: 'city',
      rank: rankOf(wordsOf(one.name), words),
      found: () => placeOf(one),
    }));
}

/**
 * Each word in turn is looked for among all barangays; the others must be in the same name, or in
 * the names of its city, province and region.
 */
function barangaysLike({ words }: Query, withinCode: string | undefined): Candidate[] {
  const { text, cities: all } = index();
  const found = new Map<number, Candidate>();
  for (const word of words.filter((one) => one.length > 1 || isNumber(one))) {
    const sought = isNumber(word) ? ` ${word} ` : ` ${word}`;
    let at = -1;
    for (
      let hit = text.indexOf(sought);
      hit >= 0 && found.size < candidatesMost;
      hit = text.indexOf(sought, hit + 1)
    ) {
      while ((all[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= hit) at += 1;
      const city = all[at];
      const start = text.lastIndexOf('|', hit) + 1;
      if (
        !city ||
        found.has(start) ||
        (withinCode &&
          city.code !== withinCode &&
          !city.above.some(({ code }) => code === withinCode))
      )
        continue;
      const name = text.slice(text.indexOf(' ', start), text.indexOf('|', start)).trimEnd();
      if (
        !words.every(
          (one) => begins(name, one) || begins(city.words, one) || begins(city.aboveWords, one),
        )
      )
        continue;
      found.set(start, {
        level: 'barangay',
        rank: rankOf(name, words),
        found: () => barangayAt(city, Number.parseInt(text.slice(start), 10)),
      });
    }
  }
  return [...found.values()];
}

function barangayAt(city: City, nth: number): FoundPlace {
  const one = barangays(city.code)[nth];
  if (!one) throw new Error(`${city.name} has no barangay ${nth}`);
  return { ...one, above: [...city.above, { code: city.code, name: city.name }] };
}

const placeOf = ({ code, name, above }: Within & NamedPlace): FoundPlace => ({ code, name, above });

/**
 * Provinces and cities with their words, and the names of all barangays: `|nth first second `, city
 * after city.
 */
const index = once(() => {
  const named = (place: NamedPlace) =>
    `${wordsOf(place.name)}${otherNames[place.code] ? ` ${otherNames[place.code]}` : ''}`;
  const regionOf = new Map(regions().map((region) => [region.code.slice(0, 2), region]));
  const all = provinces().map((province) => {
    const region = regionOf.get(province.code.slice(0, 2));
    const above = region ? [region] : [];
    return { ...province, above, words: named(province), aboveWords: above.map(named).join('') };
  });
  let text = '';
  const towns = all.flatMap((province) =>
    cities(province.code).map((city): City => {
      const start = text.length;
      text += barangays(city.code)
        .map((one, nth) => `|${nth}${wordsOf(one.name)} `)
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
  return { provinces: all, cities: towns, text: `${text}|` };
});
