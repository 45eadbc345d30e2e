import { expect, test } from 'vitest';
import { withMinimumDuration } from './clock.ts';

test('an answer is held back until its time, by rests that are never negative', async () => {
  let now = 0;
  const rests: number[] = [];
  const pace = {
    /** Each look at the clock takes a while. */
    steadyMs: () => {
      now += 1;
      return now;
    },
    /** Each timer rings early. */
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
