// Tests that a missing proclamation raises an alarm before a loan can be due on the holiday.
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { expect, test } from 'vitest';
import { holidayTable } from './holidays.ts';
import { awaitedHolidays } from './movable.ts';

slow('awaits a movable holiday’s proclamation from 60 days before to 30 days after', () => {
  const awaitedOn = new Map<string, Day[]>();
  for (let day = asDay('2026-07-01'); day < '2029-01-01'; day = addDays(day, 1))
    for (const { name, about } of awaitedHolidays(holidayTable, day)) {
      if (about >= '2029') continue;
      const key = `${name} ${about}`;
      awaitedOn.set(key, [...(awaitedOn.get(key) ?? []), day]);
    }
  const ends = [...awaitedOn].map(([key, days]) => `${key}: ${days.at(0)} to ${days.at(-1)}`);
  expect(ends).toEqual([
    'Eid’l Fitr 2027-03-09: 2027-01-08 to 2027-04-08',
    'Araw ng Kagitingan 2027-04-09: 2027-02-08 to 2027-05-09',
    'Labor Day 2027-05-01: 2027-03-02 to 2027-05-31',
    'Eid’l Adha 2027-05-16: 2027-03-17 to 2027-06-15',
    'Independence Day 2027-06-12: 2027-04-13 to 2027-07-12',
    'Ninoy Aquino Day 2027-08-21: 2027-06-22 to 2027-09-20',
    'Bonifacio Day 2027-11-30: 2027-10-01 to 2027-12-30',
    'Rizal Day 2027-12-30: 2027-10-31 to 2028-01-29',
    'Eid’l Fitr 2028-02-26: 2027-12-28 to 2028-03-27',
    'Araw ng Kagitingan 2028-04-09: 2028-02-09 to 2028-05-09',
    'Labor Day 2028-05-01: 2028-03-02 to 2028-05-31',
    'Eid’l Adha 2028-05-05: 2028-03-06 to 2028-06-04',
    'Independence Day 2028-06-12: 2028-04-13 to 2028-07-12',
    'Ninoy Aquino Day 2028-08-21: 2028-06-22 to 2028-09-20',
    'Bonifacio Day 2028-11-30: 2028-10-01 to 2028-12-30',
    'Rizal Day 2028-12-30: 2028-10-31 to 2028-12-31',
  ]);
});

test('does not await a holiday that was proclaimed for another day in the same year', () => {
  const proclaimed = [
    ...holidayTable,
    { on: asDay('2027-04-12'), name: 'Araw ng Kagitingan (Day of Valor)' },
  ];
  const names = awaitedHolidays(proclaimed, asDay('2027-04-01')).map(({ name }) => name);
  expect(names).toEqual(['Eid’l Fitr', 'Labor Day', 'Eid’l Adha']);
});
