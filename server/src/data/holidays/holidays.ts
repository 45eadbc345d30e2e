// Days that are no working days besides Saturday and Sunday: a file a proclamation, in the order of
// their days. For 2027 and 2028 there are those of the law, which need none; what is proclaimed
// between releases comes by `ops holiday add`.
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

/** Every holiday that this release knows, in order. */
export const holidayTable: readonly Holiday[] = proclamations.flatMap(({ proclamation, days }) =>
  days.map(({ on, kind, name }) => ({ on: asDay(on), kind, name, source: proclamation })),
);

/** The days of the table. */
export function holidaySet(): Holidays {
  return new Set(holidayTable.map((holiday) => holiday.on));
}
