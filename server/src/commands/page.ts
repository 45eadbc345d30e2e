// Splits long staff lists into pages, ordered by day and id.
import { type RawBuilder, sql } from 'kysely';
import { day, id, joined, option, optional } from './arguments.ts';

export const pageLength = 50;

/** The last row of a page. */
export type Place = { on: string; id: string };

/** The argument that makes a command show the next page of a list. */
export const pageArguments = {
  after: optional(option(joined('/', { on: day, id }), 'the last row of the previous page')),
};

/** Returns the line shown below every page except the last. */
export const more =
  (name: string) =>
  ({ next }: { next: Place | null }) =>
    next ? [`more: ${name} --after ${next.on}/${next.id}`] : [];

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
export function pageOf<R>(
  rows: readonly R[],
  placeOf: (row: R) => Place,
): { page: readonly R[]; next: Place | null } {
  const last = rows.length > pageLength ? rows[pageLength - 1] : undefined;
  return { page: rows.slice(0, pageLength), next: last ? placeOf(last) : null };
}
