import { dayMs, hourMs } from '@sandali/contract/day.ts';
import { expect, test } from 'vitest';
import { inTx } from '#/db/database.ts';
import { freshDatabase } from '#/db/testing.ts';
import {
  consumeRateLimit,
  consumeSliding,
  deleteEndedRateLimits,
  type RateLimit,
  releaseRateLimit,
  releaseRateLimits,
  type SlidingLimit,
  usedOf,
} from './rate-limit.ts';

const { db } = (await freshDatabase()).app;
const at = (text: string) => Temporal.Instant.from(text);
const take = (rateLimit: RateLimit, wall: string) => consumeRateLimit(db, rateLimit, at(wall));
const takeSliding = (rateLimits: readonly SlidingLimit[], wall: string) =>
  inTx(db, (tx) => consumeSliding(tx, rateLimits, at(wall)));

test('a fixed limit holds for concurrent callers, and resets in the next window', async () => {
  const rateLimit = { name: 'a', limit: 5, windowMs: hourMs };
  const many = await Promise.all(
    Array.from({ length: 30 }, () => take(rateLimit, '2026-04-01T02:59:59.999Z')),
  );
  expect(many.filter(Boolean)).toHaveLength(5);
  expect(await take(rateLimit, '2026-04-01T02:00:00Z')).toBe(false);
  expect(await take(rateLimit, '2026-04-01T03:00:00Z')).toBe(true);
});

test("a day's window ends at midnight in Manila", async () => {
  const rateLimit = { name: 'b', limit: 1, windowMs: dayMs };
  expect(await take(rateLimit, '2026-04-01T15:59:59.999Z')).toBe(true);
  expect(await take(rateLimit, '2026-03-31T16:00:00Z')).toBe(false);
  expect(await take(rateLimit, '2026-04-01T16:00:00Z')).toBe(true);
});

test('a released use is available again, and a rolled-back use is not counted', async () => {
  const rateLimit = { name: 'c', limit: 1, windowMs: hourMs };
  const wall = '2026-04-01T02:00:00Z';
  await expect(
    inTx(db, async (tx) => {
      await consumeRateLimit(tx, rateLimit, at(wall));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await take(rateLimit, wall)).toBe(true);
  await releaseRateLimit(db, rateLimit, at(wall));
  await releaseRateLimit(db, rateLimit, at(wall));
  expect(await take(rateLimit, wall)).toBe(true);
  expect(await take(rateLimit, wall)).toBe(false);
});

test('deletes rate limit windows a day after they end', async () => {
  const hour = { name: 'd', limit: 1, windowMs: hourMs };
  const fortnight = { name: 'e', limit: 1, windowMs: 14 * dayMs };
  const forget = async (wall: string) => await deleteEndedRateLimits(db, at(wall));
  await take(hour, '2026-04-01T02:00:00Z');
  await forget('2026-04-02T03:00:00Z');
  expect(await take(hour, '2026-04-01T02:00:00Z')).toBe(false);
  await forget('2026-04-02T03:00:01Z');
  expect(await take(hour, '2026-04-01T02:00:00Z')).toBe(true);
  // In Manila, a 14-day window begins on 26 March and ends on 8 April.
  expect(await take(fortnight, '2026-03-25T16:00:00Z')).toBe(true);
  await forget('2026-04-08T15:59:59Z');
  expect(await take(fortnight, '2026-04-08T15:59:59Z')).toBe(false);
  expect(await take(fortnight, '2026-04-08T16:00:00Z')).toBe(true);
});

test('a sliding limit holds for concurrent callers within any hour', async () => {
  const rateLimit = { name: 'f', limit: 5, windowMs: hourMs, slides: true } as const;
  const many = async (wall: string) =>
    (await Promise.all(Array.from({ length: 30 }, () => takeSliding([rateLimit], wall)))).filter(
      Boolean,
    ).length;
  expect(await many('2026-04-01T02:59:59Z')).toBe(5);
  expect(await many('2026-04-01T03:00:00Z')).toBe(0);
  expect(await many('2026-04-01T03:54:59Z')).toBe(0);
  expect(await many('2026-04-01T03:55:00Z')).toBe(5);
  await inTx(db, (tx) => releaseRateLimits(tx, [rateLimit], at('2026-04-01T03:55:00Z')));
  expect(await many('2026-04-01T03:59:00Z')).toBe(1);
  await deleteEndedRateLimits(db, at('2026-04-02T03:00:00Z'));
  expect(await many('2026-04-01T04:00:00Z')).toBe(0);
});

test('a sliding limit holds for callers in different parts of a window', async () => {
  const rateLimit = { name: 'g', limit: 10, windowMs: hourMs, slides: true } as const;
  const walls = ['2026-04-01T02:04:59.999Z', '2026-04-01T02:05:00Z'];
  const accepted = await Promise.all(
    Array.from({ length: 60 }, (_, n) => takeSliding([rateLimit], walls[n % 2] ?? '')),
  );
  expect(accepted.filter(Boolean)).toHaveLength(10);
});

const hourly = (name: string, limit: number): SlidingLimit => ({
  name,
  limit,
  windowMs: hourMs,
  slides: true,
});

test('callers who share a list of limits neither deadlock nor exceed one of them', async () => {
  const shared = Array.from({ length: 8 }, (_, n) => hourly(`h${8 - n}`, n === 7 ? 10 : 20));
  const walls = ['2026-04-01T02:04:59.999Z', '2026-04-01T02:05:00Z'];
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const own = hourly(`own ${n}`, 1);
      const isWithin = await takeSliding([own, ...shared.slice(n % 3)], walls[n % 2] ?? '');
      return { own, isWithin };
    }),
  );
  expect(outcomes.filter(({ isWithin }) => isWithin)).toHaveLength(10);
  const all = [...outcomes.map(({ own }) => own), ...shared];
  const usedBy = await usedOf(db, all, at('2026-04-01T02:05:00Z'));
  expect(outcomes.map(({ own }) => usedBy(own) === 1)).toEqual(
    outcomes.map(({ isWithin }) => isWithin),
  );
  expect(shared.slice(2).map(usedBy)).toEqual([10, 10, 10, 10, 10, 10]);
});

test('if one limit of a list is reached, none of the list is counted', async () => {
  const [first, second] = [hourly('i', 2), hourly('j', 1)];
  const wall = '2026-04-01T02:00:00Z';
  expect(await takeSliding([first, second], wall)).toBe(true);
  expect(await takeSliding([first, second], wall)).toBe(false);
  const usedBy = await usedOf(db, [first, second], at(wall));
  expect([usedBy(first), usedBy(second)]).toEqual([1, 1]);
  expect(await takeSliding([], wall)).toBe(true);
});
