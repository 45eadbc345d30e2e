import { expect, test } from 'vitest';
import { lendingDayStartMs, opensLaterToday, opensNext } from './hours.ts';

const hours = { opensAt: '08:00', closesAt: '18:00' };
const at = (text: string) => Temporal.Instant.from(`${text}+08:00`);

test.each([
  ['2026-11-20T07:59:59', '2026-11-20T08:00'],
  ['2026-11-20T08:00', null],
  ['2026-11-20T17:59:59', null],
  ['2026-11-20T18:00', '2026-11-21T08:00'],
  ['2026-12-31T23:30', '2027-01-01T08:00'],
])('at %s in Manila the counter opens next at %s', (now, opens) => {
  expect(opensNext(hours, at(now))?.toString() ?? null).toBe(opens && at(opens).toString());
});

test('a channel without opening hours is always open', () => {
  expect(opensNext(null, at('2026-11-20T03:00'))).toBeNull();
});

test.each([
  ['2026-11-20T09:59:59.999', '2026-11-19T10:00', true],
  ['2026-11-20T10:00', '2026-11-20T10:00', false],
  ['2026-11-20T23:59:59.999', '2026-11-20T10:00', false],
  ['2026-12-01T00:00', '2026-11-30T10:00', true],
])('the lending day of %s began at %s', (now, began, isLaterToday) => {
  const nowMs = at(now).epochMilliseconds;
  expect([lendingDayStartMs(nowMs), opensLaterToday(nowMs)]).toEqual([
    at(began).epochMilliseconds,
    isLaterToday,
  ]);
});
