import { expect, test } from 'vitest';
import { clockOf, clockState, daysOf, isPayDay, stateOf } from './rules.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

test('a complaint’s deadlines are 2 and 30 days after the day on which it is opened', () => {
  const { acknowledgeOn, resolveOn } = daysOf(day('2026-02-27'));
  expect([String(acknowledgeOn), String(resolveOn)]).toEqual(['2026-03-01', '2026-03-29']);
});

test('a deadline is "soon" on the due day and the day before, and "late" afterwards', () => {
  const on = (today: string) => clockState(day('2026-04-03'), day(today));
  expect([on('2026-04-01'), on('2026-04-02'), on('2026-04-03'), on('2026-04-04')]).toEqual([
    'running',
    'soon',
    'soon',
    'late',
  ]);
  expect(clockState(null, day('2026-04-04'))).toBe('stopped');
});

test('a complaint’s state and current deadline follow from its steps', () => {
  const days = { acknowledgeOn: day('2026-04-03'), resolveOn: day('2026-05-01') };
  const at = (acknowledgedAt: unknown, answeredAt: unknown, closedAt: unknown) => ({
    acknowledgedAt,
    answeredAt,
    closedAt,
    ...days,
  });
  expect(
    [at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(1, 1, 1)].map((steps) => [
      stateOf(steps),
      clockOf(steps)?.toString() ?? null,
    ]),
  ).toEqual([
    ['open', '2026-04-03'],
    ['acknowledged', '2026-05-01'],
    ['answered', null],
    ['closed', null],
  ]);
});

test('isPayDay accepts a day within the last year, but not in the future', () => {
  const is = (paidOn: string) => isPayDay(day(paidOn), day('2026-04-01'));
  expect([is('2026-04-02'), is('2026-04-01'), is('2025-03-31'), is('2025-03-30')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
