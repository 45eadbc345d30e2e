import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { movingDays } from './moving-days.ts';

/** A bill that was free until 4 January and, extended, until Monday, 22 March; its plan of 5 January has a part on Friday, 5 March, the 59th day. */
const row = {
  extensions: [{ from_last_free_on: '2027-01-04' }],
  last_free_on: Temporal.PlainDate.from('2027-03-22'),
  promises: [
    { is_plan: true, made_on: '2027-01-05', parts: [{ due_on: '2027-02-19' }, { due_on: '2027-03-05' }] },
    { is_plan: false, made_on: '2027-03-10', parts: [{ due_on: '2027-03-15' }] },
  ],
} as unknown as Parameters<typeof movingDays>[0];

test.each([
  { holidays: ['2027-03-05', '2027-03-22'], moving: ['2027-03-22'], what: 'a part that would leave the 60 days of its plan stays' },
  { holidays: ['2027-02-19', '2027-03-22'], moving: ['2027-02-19', '2027-03-22'], what: 'a part within them moves' },
  { holidays: ['2027-01-04', '2027-03-05'], moving: ['2027-01-04'], what: 'the last free day of an earlier term moves' },
  { holidays: ['2027-03-15'], moving: [], what: 'a promise that staff recorded keeps its days' },
  { holidays: ['2027-03-16'], moving: [], what: 'a holiday on no day of the bill moves none' },
])('$what', ({ holidays, moving }) => {
  expect(movingDays(row, new Set(holidays.map(asDay)))).toEqual(moving);
});
