// The holidays of this release and those that staff added. Rules do not use the database, so the
// days are cached in a set. The worker replaces the set and never changes it, so a call keeps the
// set that it began with.
import { asDay, type Day, type Holidays } from '@sandali/contract/day.ts';
import { type Holiday, holidaySet, holidayTable } from '#/data/holidays/holidays.ts';
import type { Read, Tx } from '#/db/database.ts';

export type Calendar = {
  /** The days that are known now. The set itself never changes. */
  readonly holidays: Holidays;
  /** Reads newly added days into a new set. */
  refresh(): Promise<void>;
};

/** Opens the calendar with all days that staff have added so far. */
export async function openCalendar(db: Read): Promise<Calendar> {
  let days: Holidays = holidaySet();
  const refresh = async () => {
    const added = await addedHolidays(db);
    days = new Set([...holidaySet(), ...added.map(({ on }) => on)]);
  };
  await refresh();
  return {
    get holidays() {
      return days;
    },
    refresh,
  };
}

type AddedHoliday = Holiday & { addedAt: Temporal.Instant; addedBy: string };

/** Returns the days that staff added, in order. */
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

/** Returns all holidays in order; `addedAt` and `addedBy` are null if the release contains them. */
export async function allHolidays(
  read: Read,
): Promise<(Holiday & { addedAt: Temporal.Instant | null; addedBy: string | null })[]> {
  const added = await addedHolidays(read);
  const shipped = holidayTable
    .filter((holiday) => !added.some((row) => row.on === holiday.on))
    .map((holiday) => ({ ...holiday, addedAt: null, addedBy: null }));
  return [...shipped, ...added].sort((a, b) => (a.on < b.on ? -1 : 1));
}

/** Adds the days that do not exist yet. @returns the days that already existed. */
export async function addHolidays(
  tx: Tx,
  holidays: readonly Holiday[],
  by: { at: Temporal.Instant; who: string },
): Promise<{ on: Day; name: string }[]> {
  const existing = (await allHolidays(tx)).filter((known) =>
    holidays.some((wanted) => wanted.on === known.on),
  );
  const rows = holidays.filter((wanted) => !existing.some((known) => known.on === wanted.on));
  if (rows.length > 0)
    await tx
      .insertInto('holidays')
      .values(
        rows.map((holiday) => ({
          day: Temporal.PlainDate.from(holiday.on),
          kind: holiday.kind,
          name: holiday.name,
          proclamation: holiday.source,
          added_at: by.at,
          added_by: by.who,
        })),
      )
      .execute();
  return existing;
}
