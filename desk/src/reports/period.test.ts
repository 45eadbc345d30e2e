import { asDay } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { spanBefore, spanOf } from './period.ts';

const span = (from: string, to: string) => ({ from: asDay(from), to: asDay(to) });

test.each([
  ['month', '2027-03-30', span('2027-03-01', '2027-03-30'), span('2027-02-01', '2027-02-28')],
  ['month', '2027-01-05', span('2027-01-01', '2027-01-05'), span('2026-12-01', '2026-12-05')],
  ['lastMonth', '2027-03-05', span('2027-02-01', '2027-02-28'), span('2027-01-01', '2027-01-31')],
  ['days90', '2027-03-31', span('2027-01-01', '2027-03-31'), span('2026-10-03', '2026-12-31')],
  ['year', '2027-02-10', span('2026-03-01', '2027-02-10'), span('2025-03-19', '2026-02-28')],
] as const)('the period %s up to %s has its period before', (name, last, own, before) => {
  expect(spanOf(name, asDay(last))).toEqual(own);
  expect(spanBefore(name, own)).toEqual(before);
});
