// Splits long staff lists into pages.
import { zInstant } from '@sandali/contract/day.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as v from 'valibot';
import type { Read } from '#/db/database.ts';
import { Declined } from '#/platform/refuse.ts';
import { day, id, joined, option, optional, text, type Value } from './arguments.ts';

export const pageLength = 50;

/** The last row of a page. */
export type Place = { on: string; id: string };

const about = 'the last row of the previous page';

/** The argument that makes a command show the next page of a list by day and id. */
export const pageArguments = {
  after: optional(option(joined('/', { on: day, id }), about)),
};

/** As `pageArguments`, for a list by instant and id, whose rows may be gone by the next page. */
export const instantPageArguments = {
  after: optional(option(joined('/', { on: text(zInstant, 'instant'), id }), about)),
};

/** Returns that argument for a list whose place is the id of its last row. */
export function afterRow<S extends v.GenericSchema>(value: Value<S>) {
  return { after: optional(option(value, about)) };
}

/** Returns a command's name with these options as staff type them; leaves absent ones out. */
export const withOptions = (
  name: string,
  options: Readonly<Record<string, string | null | undefined>>,
): string =>
  [
    name,
    ...Object.entries(options).flatMap(([key, value]) => (value ? [`--${key} ${value}`] : [])),
  ].join(' ');

type Paged = { next: object | string | number | null };

/** Returns how a list shows that another page follows; `name` is its command, with its options. */
export const paged = <D extends Paged>(name: string | ((data: D) => string)) => ({
  next: ({ next }: D) => (next === null ? null : { after: next }),
  lines: (data: D) => {
    const { next } = data;
    if (next === null) return [];
    const place = typeof next === 'object' ? Object.values(next).join('/') : next;
    return [`more: ${typeof name === 'string' ? name : name(data)} --after ${place}`];
  },
});

/**
 * Returns the SQL condition that selects rows after the given place. `on` and `id` name the row's
 * columns.
 */
export function isAfter(
  on: string,
  id: string,
  place: Place | null,
  type: 'date' | 'timestamptz' = 'date',
): RawBuilder<boolean> {
  return place
    ? sql`(${sql.ref(on)}, ${sql.ref(id)}) > (${place.on}::${sql.raw(type)}, ${place.id}::uuid)`
    : sql`true`;
}

/**
 * The order of a list: by a column that never changes, then by id. `alias` names the table in its
 * query.
 */
type Order = { table: string; alias?: string; by: string; isNewestFirst?: boolean };

/**
 * Returns the SQL condition that selects rows after the row with the given id.
 * @throws Declined if that row has been deleted
 */
export async function afterRowCondition(
  read: Read,
  { table, alias = table, by, isNewestFirst = false }: Order,
  after: string | null,
): Promise<RawBuilder<boolean>> {
  if (after === null) return sql`true`;
  const { rows } = await sql<{ place: unknown }>`select ${sql.ref(by)} as place
    from ${sql.table(table)} where id = ${after}`.execute(read);
  const place = rows[0]?.place ?? null;
  if (place === null)
    throw new Declined('The last row of the previous page is gone. Begin with the first page.');
  const columns = sql`(${sql.ref(`${alias}.${by}`)}, ${sql.ref(`${alias}.id`)})`;
  return isNewestFirst
    ? sql`${columns} < (${place}, ${after})`
    : sql`${columns} > (${place}, ${after})`;
}

/**
 * Cuts rows to a page. The caller reads one extra row, which shows whether another page follows.
 */
export function pageOf<R, P extends object | string | number>(
  rows: readonly R[],
  placeOf: (row: R) => P,
  length = pageLength,
): { page: readonly R[]; next: P | null } {
  const last = rows.length > length ? rows[length - 1] : undefined;
  return { page: rows.slice(0, length), next: last ? placeOf(last) : null };
}
