// Whether a list names somebody: the keys of an application, looked up at once in the versions that are in force.
import type { Personal } from '@sandali/contract/credit.ts';
import { normaliseIdNumber } from '#/data/identity.ts';
import { type ScreeningList, screeningLists } from '#/data/review-rules.ts';
import type { Read } from '#/db/database.ts';
import type { Sealer } from '#/kit/seal.ts';
import { hashOfKey, type Key, namesOf } from './screening-keys.ts';
import { entriesFor } from './screening-store.ts';

export type ScreeningHit = {
  list: ScreeningList;
  version: number;
  /** Line of the imported file. */
  line: number;
  by: Key['kind'];
  /** 0 where the birthday or its year is the same, or the list has none. */
  birthYearsApart: number;
};
export type Screened = {
  /** Whether nobody is approved without it: on a server that is no sandbox. */
  isNeeded: boolean;
  /** The versions that were looked at; null where no list was ever imported. */
  versions: Record<ScreeningList, number | null>;
  hits: readonly ScreeningHit[];
};

/** Years of birth are looked up so far around; how far counts is the rule's. */
const yearsAround = 3;

type Person = {
  personal: Pick<Personal, 'firstName' | 'middleName' | 'lastName' | 'bornOn'>;
  idNumber: string;
  phone: string;
  deviceIds: readonly string[];
};

/** Looks a person up in both lists. One statement sees one moment, also while a list is being replaced. */
export async function screen(read: Read, sealer: Sealer, person: Person, isNeeded: boolean): Promise<Screened> {
  const keys = keysOf(person).map((key) => ({ ...key, hash: hashOfKey(sealer, key) }));
  const rows = await entriesFor(
    read,
    keys.map((key) => key.hash),
  );
  const versions = Object.fromEntries(screeningLists.map((list) => [list, rows.find((row) => row.list === list)?.version ?? null]));
  const hits = rows.flatMap(({ list, version, entries }) =>
    entries.flatMap(({ keyHash, line }) => {
      const key = keys.find(({ hash }) => hash.equals(keyHash));
      return key ? [{ list, version, line, by: key.kind, birthYearsApart: key.birthYearsApart }] : [];
    }),
  );
  return { isNeeded, versions: versions as Screened['versions'], hits: nearestOfEachLine(hits) };
}

function keysOf({ personal, idNumber, phone, deviceIds }: Person): (Key & { birthYearsApart: number })[] {
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
    years.map((apart) => ({ kind: 'nameAndYear' as const, text: `${name}|${year + apart}`, birthYearsApart: Math.abs(apart) })),
  );
  return [...exact.map((key) => ({ ...key, birthYearsApart: 0 })), ...around];
}

const order: readonly Key['kind'][] = ['idNumber', 'phone', 'device', 'nameAndDay', 'nameAndYear', 'name'];

/** A line may be hit by several keys: the surest of them stands for it. */
function nearestOfEachLine(hits: readonly ScreeningHit[]): ScreeningHit[] {
  const sure = hits.toSorted((a, b) => order.indexOf(a.by) - order.indexOf(b.by) || a.birthYearsApart - b.birthYearsApart);
  const firsts = sure.filter((hit, place) => sure.findIndex((one) => one.list === hit.list && one.line === hit.line) === place);
  return firsts.sort((a, b) => a.list.localeCompare(b.list) || a.line - b.line);
}
