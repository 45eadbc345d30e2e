import { asDay, type Instant } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { formatDay, formatMoment, formatTime, relativeDay } from './days.ts';

const day = asDay('2026-11-28');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('formats a date in each form', () => {
  expect(plain(formatDay(day, 'en'))).toBe('28 Nov');
  expect(plain(formatDay(day, 'en', { weekday: true }))).toBe('Sat, 28 Nov');
  expect(plain(formatDay(day, 'en', { weekday: true, year: true }))).toBe('Sat, 28 Nov 2026');
  expect(plain(formatDay(day, 'fil', { weekday: true }))).toBe('Sab, 28 Nob');
});

test('keeps a formatted date on one line', () => {
  expect(formatDay(day, 'en', { weekday: true, year: true })).toBe(
    'Sat,\u00a028\u00a0Nov\u00a02026',
  );
  expect(formatDay(day, 'zh', { year: true })).toBe('2026\u2060年\u206011\u2060月\u206028\u2060日');
  expect(formatDay(day, 'zh', { weekday: true })).toBe(
    '11\u2060月\u206028\u2060日（\u2060周\u2060六\u2060）',
  );
  expect(formatDay(day, 'vi', { weekday: true })).toBe('T7,\u00a028/11');
});

test('formats a date relative to today', () => {
  expect([0, 1, 3, -2].map((days) => plain(relativeDay(days, 'en')))).toEqual([
    'today',
    'tomorrow',
    'in 3 days',
    '2 days ago',
  ]);
  expect([1, 2].map((days) => plain(relativeDay(days, 'vi')))).toEqual([
    'ngày mai',
    'sau 2 ngày nữa',
  ]);
  expect(relativeDay(1, 'fil')).toBe('bukas');
});

test('formats an instant in Manila time, with its day unless that day is today', () => {
  const late = '2026-11-27T16:05:30.123456Z' as Instant;
  expect(formatTime(late)).toBe('00:05');
  expect(formatMoment(late, day, 'en')).toBe('00:05');
  expect(plain(formatMoment('2026-11-29T00:00:00Z' as Instant, day, 'en'))).toBe(
    'Sun, 29 Nov, 08:00',
  );
});
