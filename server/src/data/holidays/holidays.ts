// Non-working days besides Saturdays and Sundays, with one file per proclamation. `ops holiday add`
// adds days that are proclaimed between releases.
import { asDay, type Day, type Holidays } from '@sandali/contract/day.ts';
import { proclamation1006 } from './1006-s2025.ts';
import { byLaw2027, byLaw2028 } from './by-law.ts';

export type Holiday = {
  readonly on: Day;
  readonly kind: 'regular' | 'special';
  readonly name: string;
  readonly source: string;
};

const proclamations = [proclamation1006, byLaw2027, byLaw2028];

/** Every holiday in this release, in date order. */
export const holidayTable: readonly Holiday[] = proclamations.flatMap(({ proclamation, days }) =>
  days.map(({ on, kind, name }) => ({ on: asDay(on), kind, name, source: proclamation })),
);

/** Returns the days of all holidays in this release. */
export function holidaySet(): Holidays {
  return new Set(holidayTable.map((holiday) => holiday.on));
}
