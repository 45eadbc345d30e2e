import { expect, test } from 'vitest';
import { fitInto, longestPx, mostBytes, type Size, shrinkBy } from './shrink.ts';

test.each([
  [
    { width: 4000, height: 3000 },
    { width: 1600, height: 1200 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 1200, height: 1600 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 10_000, height: 1 },
    { width: 1600, height: 1 },
  ],
])('%o fits as %o', (size, fitted) => {
  expect(fitInto(size, longestPx)).toEqual(fitted);
});

test('quality and size go down until the picture is small enough', async () => {
  const tried: Size[] = [];
  const drawn = async (size: Size, quality: number) => {
    tried.push(size);
    return new Blob([new Uint8Array(Math.round(size.width * size.height * quality * 0.35))]);
  };
  const made = await shrinkBy(drawn, { width: 4000, height: 3000 });
  expect(made.size).toBeLessThanOrEqual(mostBytes);
  expect(tried.length).toBeGreaterThan(2);
  expect(tried[0]).toEqual({ width: 1600, height: 1200 });
  expect(tried.every((size, at) => at === 0 || size.width <= (tried[at - 1]?.width ?? 0))).toBe(true);
});

test('a small picture is drawn once, a stubborn one is taken as it comes', async () => {
  let count = 0;
  const of = (bytes: number) => async () => {
    count += 1;
    return new Blob([new Uint8Array(bytes)]);
  };
  expect((await shrinkBy(of(1000), { width: 640, height: 480 })).size).toBe(1000);
  expect(count).toBe(1);
  expect((await shrinkBy(of(500_000), { width: 640, height: 480 })).size).toBe(500_000);
});
