import type { Instant } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { dueShare, minutesUntil, payoutShare, reviewShare, shareOf } from './arcValue.ts';

const at = (time: string) => `2026-11-20T${time}Z` as Instant;

test('a share is clamped to the range from 0 to 1', () => {
  expect([shareOf(14, 20), shareOf(-1, 20), shareOf(30, 20), shareOf(1, 0)]).toEqual([
    0.7, 0, 1, 0,
  ]);
});

test('the sun advances during a review and stops short of the decision', () => {
  const shares = ['02:00:00', '02:02:30', '02:05:00', '09:00:00'].map((now) =>
    reviewShare(at('02:00:00'), at('02:05:00'), at(now)),
  );
  expect(shares[0]).toBeCloseTo(0.1);
  expect(shares[1]).toBeCloseTo(0.5);
  expect(shares[2]).toBeCloseTo(0.9);
  expect(shares[3]).toBeCloseTo(0.9);
  expect(reviewShare(null, null, at('02:00:00'))).toBeCloseTo(0.45);
});

test('the minutes until an instant are rounded up and never negative', () => {
  expect(minutesUntil(at('02:05:00'), at('02:00:01'))).toBe(5);
  expect(minutesUntil(at('02:05:00'), at('02:05:00'))).toBe(0);
  expect(minutesUntil(at('02:05:00'), at('03:00:00'))).toBe(0);
});

test('the sun advances with a payout’s state, and drops as a due date approaches', () => {
  const way = (['submitting', 'approving', 'paying', 'bankProcessing'] as const).map(payoutShare);
  expect([...way].sort()).toEqual(way);
  expect([dueShare(0), dueShare(16), dueShare(40)]).toEqual([1, 0, 0]);
  expect(dueShare(1)).toBeGreaterThan(dueShare(3));
});
