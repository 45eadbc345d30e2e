import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { paydayAfter } from './payday.ts';

test.each([
  ['day15and30', '2026-11-14', '2026-11-15'],
  ['day15and30', '2026-11-15', '2026-11-30'],
  ['day15and30', '2026-12-30', '2027-01-15'],
  ['day15and30', '2027-02-15', '2027-02-28'],
  ['day15and30', '2028-02-28', '2028-02-29'],
  ['day15and30', '2027-02-28', '2027-03-15'],
  ['day10and25', '2026-11-25', '2026-12-10'],
  ['monthEnd', '2026-11-30', '2026-12-31'],
  ['monthEnd', '2026-12-01', '2026-12-31'],
  ['weekly', '2026-11-15', null],
  ['daily', '2026-11-15', null],
  ['irregular', '2026-11-15', null],
] as const)('paid %s, the first payday after %s is %s', (kind, day, next) => {
  expect(paydayAfter(kind, asDay(day))).toBe(next);
});
