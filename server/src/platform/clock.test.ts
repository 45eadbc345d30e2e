import { expect, test } from 'vitest';
import { withMinimumDuration } from './clock.ts';

test('delays a response until its minimum duration, and never waits a negative time', async () => {
  let now = 0;
  const rests: number[] = [];
  const pace = {
    /** Each reading of the clock takes time. */
    steadyMs: () => {
      now += 1;
      return now;
    },
    /** Each timer fires early. */
    rest: async (ms: number) => {
      now += ms * 0.8;
      rests.push(ms);
    },
  };
  expect(await withMinimumDuration(pace, 10, async () => 'done')).toBe('done');
  expect(now).toBeGreaterThanOrEqual(10);
  expect(rests.length).toBeGreaterThan(1);
  expect(rests.filter((ms) => ms <= 0)).toEqual([]);
});
