// Lists of staff that may be long, a page at a time: by a day and, within a day, by id.
import { type RawBuilder, sql } from 'kysely';
import { day, id, joined, option, optional } from './arguments.ts';

export const pageLength = 50;

/** What a page ended with. */
export type Place = { on: string; id: string };

/** What such a command takes to go on. */
export const pageArguments = {
  after: optional(option(joined('/', { on: day, id }), 'what the page before ended with')),
};

/** The line under a page that others follow. */
export const more =
  (name: string) =>
  ({ next }: { next: Place | null }) =>
    next ? [`more: ${name} --after ${next.on}/${next.id}`] : [];

/** Whether a row comes after a place; `on` and `id` name its columns. */
export function isAfter(on: string, id: string, place: Place | null): RawBuilder<boolean> {
  return place
    ? sql`(${sql.ref(on)}, ${sql.ref(id)}) > (${place.on}::date, ${place.id}::uuid)`
    : sql`true`;
}

/** A page of rows, of which one more was read than it takes. */
export function pageOf<R>(
  rows: readonly R[],
  placeOf: (row: R) => Place,
): { page: readonly R[]; next: Place | null } {
  const last = rows.length > pageLength ? rows[pageLength - 1] : undefined;
  return { page: rows.slice(0, pageLength), next: last ? placeOf(last) : null };
}
