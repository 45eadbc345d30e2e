import { addDays, asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { waitsUntil } from './cooling-off.ts';

const rules = { returnsWithinDays: 90, returnsWaitDays: 30 };
const first = asDay('2026-11-20');
const on = (days: number) => addDays(first, days);

test.each<[string, number[], number, number | null]>([
  ['none', [], 5, null],
  ['one', [0], 0, null],
  ['two on a day', [0, 0], 0, 30],
  ['two, on the day of the newer', [0, 20], 20, 50],
  ['in whatever order they are read', [20, 0], 20, 50],
  ['on the last day of waiting', [0, 20], 49, 50],
  ['when it is over', [0, 20], 50, null],
  ['90 days apart', [0, 90], 91, 120],
  ['91 days apart', [0, 91], 92, null],
  ['an old one before two', [0, 200, 210], 211, 240],
])('the wait for the next loan after returns: %s', (_, returned, today, from) => {
  expect(waitsUntil(returned.map(on), on(today), rules)).toBe(from === null ? null : on(from));
});
