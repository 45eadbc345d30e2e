// Days that are no working days besides Saturday and Sunday, one list a proclamation. Eid'l Fitr and Eid'l Adha come by later proclamations
// of their own; 25 February 2026 is a special working day and therefore not here. None is proclaimed for 2027 yet.
import { asDay, type Day, type Holidays } from '@sandali/contract/day.ts';

export type Holiday = { readonly on: Day; readonly kind: 'regular' | 'special'; readonly name: string; readonly source: string };

/** Proclamation No. 1006, series of 2025. */
const proclamation1006: ReadonlyArray<readonly [string, Holiday['kind'], string]> = [
  ['2026-01-01', 'regular', 'New Year’s Day'],
  ['2026-02-17', 'special', 'Chinese New Year'],
  ['2026-04-02', 'regular', 'Maundy Thursday'],
  ['2026-04-03', 'regular', 'Good Friday'],
  ['2026-04-04', 'special', 'Black Saturday'],
  ['2026-04-09', 'regular', 'Araw ng Kagitingan'],
  ['2026-05-01', 'regular', 'Labor Day'],
  ['2026-06-12', 'regular', 'Independence Day'],
  ['2026-08-21', 'special', 'Ninoy Aquino Day'],
  ['2026-08-31', 'regular', 'National Heroes Day'],
  ['2026-11-01', 'special', 'All Saints’ Day'],
  ['2026-11-02', 'special', 'All Souls’ Day'],
  ['2026-11-30', 'regular', 'Bonifacio Day'],
  ['2026-12-08', 'special', 'Feast of the Immaculate Conception of Mary'],
  ['2026-12-24', 'special', 'Christmas Eve'],
  ['2026-12-25', 'regular', 'Christmas Day'],
  ['2026-12-30', 'regular', 'Rizal Day'],
  ['2026-12-31', 'special', 'Last Day of the Year'],
];

/** Every proclaimed holiday, in order. */
export const holidayTable: readonly Holiday[] = proclamation1006.map(([on, kind, name]) => ({
  on: asDay(on),
  kind,
  name,
  source: 'Proclamation 1006 s.2025',
}));

/** The days of the table, with those that staff added since (`ops holiday add`). */
export function holidaySet(added: Iterable<Day> = []): Holidays {
  return new Set([...holidayTable.map((holiday) => holiday.on), ...added]);
}
