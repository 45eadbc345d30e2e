// Screens people by looking up the keys of their applications in the current lists.
import type { Personal } from '@sandali/contract/credit.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import { type ScreeningList, screeningLists } from '#/data/review-rules.ts';
import type { Read } from '#/db/database.ts';
import type { Sealer } from '#/platform/seal.ts';
import { hashOfKey, type Key, namesOf } from './keys.ts';
import { entriesFor, type ListInForce } from './store.ts';

export type ScreeningHit = {
  list: ScreeningList;
  version: number;
  /** The line number in the imported file. */
  line: number;
  by: Key['kind'];
  /** The difference between the years of birth for a match by `nameAndYear`; otherwise 0. */
  birthYearsApart: number;
};
export type Screened = {
  /** Whether an approval requires a sanctions list; false in the sandbox. */
  isNeeded: boolean;
  /** The versions searched; null if the list was never imported. */
  versions: Record<ScreeningList, number | null>;
  hits: readonly ScreeningHit[];
};

/**
 * The number of years to search before and after the year of birth. The rule decides which
 * difference matches.
 */
const yearsAround = 3;

export type ScreenedPerson = {
  personal: Pick<Personal, 'firstName' | 'middleName' | 'lastName' | 'bornOn'>;
  idNumber: string;
  phone: string;
  deviceIds: readonly string[];
};

/** Looks up a person in both lists. Uses one statement, so it never sees a partial import. */
export async function screen(
  read: Read,
  sealer: Sealer,
  person: ScreenedPerson,
  isNeeded: boolean,
): Promise<Screened> {
  const keys = hashedKeysOf(sealer, person);
  const rows = await entriesFor(
    read,
    keys.map((key) => key.hash),
  );
  const hits = hitsIn(rows, keys).map(({ keyHash: _, ...hit }) => hit);
  return { isNeeded, versions: versionsIn(rows), hits };
}

/** Looks up many people in one statement. Returns their hits in the same order. */
export async function screenMany(
  read: Read,
  sealer: Sealer,
  people: readonly ScreenedPerson[],
): Promise<ScreeningResult> {
  const keys = people.map((person) => hashedKeysOf(sealer, person));
  const rows = await entriesFor(
    read,
    keys.flat().map((key) => key.hash),
  );
  return { versions: versionsIn(rows), hits: keys.map((own) => hitsIn(rows, own)) };
}

export type KeyedHit = ScreeningHit & { keyHash: Buffer };
export type ScreeningResult = { versions: Screened['versions']; hits: KeyedHit[][] };
type HashedKey = Key & { birthYearsApart: number; hash: Buffer };

function hashedKeysOf(sealer: Sealer, person: ScreenedPerson): HashedKey[] {
  return keysOf(person).map((key) => ({ ...key, hash: hashOfKey(sealer, key) }));
}

function versionsIn(rows: readonly ListInForce[]): Screened['versions'] {
  const versions = screeningLists.map((list) => [
    list,
    rows.find((row) => row.list === list)?.version ?? null,
  ]);
  return Object.fromEntries(versions) as Screened['versions'];
}

function hitsIn(rows: readonly ListInForce[], keys: readonly HashedKey[]): KeyedHit[] {
  const byHash = new Map(keys.map((key) => [key.hash.toString('hex'), key]));
  const hits = rows.flatMap(({ list, version, entries }) =>
    entries.flatMap(({ keyHash, line }) => {
      const key = byHash.get(keyHash.toString('hex'));
      return key
        ? [{ list, version, line, by: key.kind, birthYearsApart: key.birthYearsApart, keyHash }]
        : [];
    }),
  );
  return nearestOfEachLine(hits);
}

function keysOf({
  personal,
  idNumber,
  phone,
  deviceIds,
}: ScreenedPerson): (Key & { birthYearsApart: number })[] {
  const year = Number(personal.bornOn.slice(0, 4));
  const years = Array.from({ length: 2 * yearsAround + 1 }, (_, nth) => nth - yearsAround);
  const exact: Key[] = [
    { kind: 'phone', text: phone },
    { kind: 'idNumber', text: normaliseIdNumber(idNumber) },
    ...deviceIds.map((text) => ({ kind: 'device', text }) as const),
    ...namesOf(personal).flatMap((name): Key[] => [
      { kind: 'name', text: name },
      { kind: 'nameAndDay', text: `${name}|${personal.bornOn}` },
    ]),
  ];
  const around = namesOf(personal).flatMap((name) =>
    years.map((apart) => ({
      kind: 'nameAndYear' as const,
      text: `${name}|${year + apart}`,
      birthYearsApart: Math.abs(apart),
    })),
  );
  return [...exact.map((key) => ({ ...key, birthYearsApart: 0 })), ...around];
}

const order: readonly Key['kind'][] = [
  'idNumber',
  'phone',
  'device',
  'nameAndDay',
  'nameAndYear',
  'name',
];

/** Keeps the most certain hit for each list line, because several keys may hit the same line. */
function nearestOfEachLine<H extends ScreeningHit>(hits: readonly H[]): H[] {
  const byCertainty = hits.toSorted(
    (a, b) => order.indexOf(a.by) - order.indexOf(b.by) || a.birthYearsApart - b.birthYearsApart,
  );
  const firsts = byCertainty.filter(
    (hit, place) =>
      byCertainty.findIndex((other) => other.list === hit.list && other.line === hit.line) ===
      place,
  );
  return firsts.sort((a, b) => a.list.localeCompare(b.list) || a.line - b.line);
}
