import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { daysOf, monthName, monthsBack, recent } from './periods.ts';

const today = asDay('2027-02-10');

test('the default period is requested without days, and the current month ends today', () => {
  expect(daysOf(recent, today)).toEqual({});
  expect(daysOf('2026-12', today)).toEqual({ fromOn: '2026-12-01', toOn: '2026-12-31' });
  expect(daysOf('2027-02', today)).toEqual({ fromOn: '2027-02-01', toOn: '2027-02-10' });
});

test('monthsBack returns at most twelve months, back to the first entry', () => {
  expect(monthsBack(null, today)).toEqual(['2027-02']);
  expect(monthsBack(asDay('2026-11-20'), today)).toEqual([
    '2027-02',
    '2027-01',
    '2026-12',
    '2026-11',
  ]);
  expect(monthsBack(asDay('2020-01-01'), today)).toHaveLength(12);
});

test('monthName returns a month’s localised name with its year', () => {
  expect(monthName('2026-11', 'en')).toBe('November 2026');
  expect(monthName('2026-11', 'vi')).toMatch(/^Tháng 11/);
});
