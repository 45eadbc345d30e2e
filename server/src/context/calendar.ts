// The days that are no working days: those that this release knows, and those that staff added
// since. Rules take them as a set without asking a database, so the set is kept here and read anew
// at every look of the worker; days are only ever added to it.
import { asDay, type Day, type Holidays } from '@sandali/contract/day.ts';
import { type Holiday, holidaySet, holidayTable } from '#/data/holidays/holidays.ts';
import type { Read, Tx } from '#/db/database.ts';

export type Calendar = {
  /** Always the same set, which grows. */
  holidays: Holidays;
  /** Reads what was added since. */
  refresh(): Promise<void>;
};

/** The calendar with all that was added so far. */
export async function openCalendar(db: Read): Promise<Calendar> {
  const days = new Set(holidaySet());
  const refresh = async () => {
    for (const { on } of await addedHolidays(db)) days.add(on);
  };
  await refresh();
  return { holidays: days, refresh };
}

export type AddedHoliday = Holiday & { addedAt: Temporal.Instant; addedBy: string };

/** What staff added, in the order of the days. */
async function addedHolidays(read: Read): Promise<AddedHoliday[]> {
  const rows = await read.selectFrom('holidays').selectAll().orderBy('day').execute();
  return rows.map((row) => ({
    on: asDay(row.day.toString()),
    kind: row.kind as Holiday['kind'],
    name: row.name,
    source: row.proclamation,
    addedAt: row.added_at,
    addedBy: row.added_by,
  }));
}

/** Every holiday, in order; null for what came with this release. */
export async function allHolidays(
  read: Read,
): Promise<(Holiday & { addedAt: Temporal.Instant | null; addedBy: string | null })[]> {
  const added = await addedHolidays(read);
  const known = holidayTable
    .filter((one) => !added.some((row) => row.on === one.on))
    .map((one) => ({ ...one, addedAt: null, addedBy: null }));
  return [...known, ...added].sort((a, b) => (a.on < b.on ? -1 : 1));
}

/** Adds days that are not there yet. @returns those that were there already. */
export async function addHolidays(
  tx: Tx,
  holidays: readonly Holiday[],
  by: { at: Temporal.Instant; who: string },
): Promise<{ on: Day; name: string }[]> {
  const there = (await allHolidays(tx)).filter((one) =>
    holidays.some((wanted) => wanted.on === one.on),
  );
  const rows = holidays.filter((one) => !there.some((known) => known.on === one.on));
  if (rows.length > 0)
    await tx
      .insertInto('holidays')
      .values(
        rows.map((one) => ({
          day: Temporal.PlainDate.from(one.on),
          kind: one.kind,
          name: one.name,
          proclamation: one.source,
          added_at: by.at,
          added_by: by.who,
        })),
      )
      .execute();
  return there;
}
