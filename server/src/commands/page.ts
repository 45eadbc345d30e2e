// Splits long staff lists into pages.
import { type RawBuilder, sql } from 'kysely';
import type * as v from 'valibot';
import { day, id, joined, option, optional, type Value } from './arguments.ts';

export const pageLength = 50;

/** The last row of a page. */
export type Place = { on: string; id: string };

const about = 'the last row of the previous page';

/** The argument that makes a command show the next page of a list by day and id. */
export const pageArguments = {
  after: optional(option(joined('/', { on: day, id }), about)),
};

/** Returns that argument for a list whose place is the id of its last row. */
export function afterRow<S extends v.GenericSchema>(value: Value<S>) {
  return { after: optional(option(value, about)) };
}

/** Returns how a list shows that another page follows; `name` is its command. */
export const paged = (name: string) => ({
  next: ({ next }: { next: Place | string | null }) => (next === null ? null : { after: next }),
  lines: ({ next }: { next: Place | string | null }) =>
    next
      ? [`more: ${name} --after ${typeof next === 'string' ? next : `${next.on}/${next.id}`}`]
      : [],
});

/**
 * Returns the SQL condition that selects rows after the given place. `on` and `id` name the row's
 * columns.
 */
export function isAfter(on: string, id: string, place: Place | null): RawBuilder<boolean> {
  return place
    ? sql`(${sql.ref(on)}, ${sql.ref(id)}) > (${place.on}::date, ${place.id}::uuid)`
    : sql`true`;
}

/**
 * Cuts rows to a page. The caller reads one extra row, which shows whether another page follows.
 */
export function pageOf<R, P extends Place | string>(
  rows: readonly R[],
  placeOf: (row: R) => P,
): { page: readonly R[]; next: P | null } {
  const last = rows.length > pageLength ? rows[pageLength - 1] : undefined;
  return { page: rows.slice(0, pageLength), next: last ? placeOf(last) : null };
}
