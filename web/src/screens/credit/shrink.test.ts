import { expect, test } from 'vitest';
import { type Draw, fitInto, type Size, shrinkBy, wanted } from './shrink.ts';

const longestPx = 1600;

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
])('a picture of %o fits into the longest side as %o', (size, fitted) => {
  expect(fitInto(size, longestPx)).toEqual(fitted);
});

/**
 * Creates a fake encoder that returns `bytesPerPixel` at full quality, decreasing with the square
 * of the quality.
 */
function encoder(bytesPerPixel: number) {
  const attempts: { size: Size; quality: number; bytes: number }[] = [];
  const draw: Draw = (size) => async (quality) => {
    const bytes = Math.round(size.width * size.height * bytesPerPixel * quality * quality);
    attempts.push({ size, quality, bytes });
    return new Blob([new Uint8Array(bytes)]);
  };
  return { attempts, draw };
}
const camera = { width: 4000, height: 3000 };

test.each([0.12, 0.16, 0.2, 0.26, 0.35, 0.45])(
  'a photo of %d bytes per pixel shrinks to 150–250 kB at a width of 1600 pixels',
  async (detail) => {
    const { draw, attempts } = encoder(detail);
    const { size } = await shrinkBy(draw, camera, 'id');
    expect(size).toBeGreaterThanOrEqual(wanted.least);
    expect(size).toBeLessThanOrEqual(wanted.most);
    expect(attempts.every((attempt) => attempt.size.width === longestPx)).toBe(true);
    expect(attempts.length).toBeLessThanOrEqual(4);
  },
);

test('shrinking reduces quality before size and accepts a result still too large', async () => {
  const noisy = encoder(1.2);
  expect((await shrinkBy(noisy.draw, camera, 'id')).size).toBeLessThanOrEqual(wanted.most);
  const widths = noisy.attempts.map((attempt) => attempt.size.width);
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  expect(widths.filter((width) => width === longestPx).length).toBe(4);
  const alwaysTooLarge: Draw = () => async () => new Blob([new Uint8Array(500_000)]);
  expect((await shrinkBy(alwaysTooLarge, camera, 'id')).size).toBe(500_000);
});

test('shrinking encodes a plain picture at the best quality without enlarging it', async () => {
  const plain = encoder(0.02);
  const jpeg = await shrinkBy(plain.draw, { width: 640, height: 480 }, 'id');
  expect(jpeg.size).toBe(Math.max(...plain.attempts.map((attempt) => attempt.bytes)));
  expect(
    plain.attempts.every((attempt) => attempt.size.width === 640 && attempt.quality >= 0.8),
  ).toBe(true);
  expect(plain.attempts).toHaveLength(4);
});

test('shrinking keeps the width of a long screenshot, which may have more bytes', async () => {
  const { draw, attempts } = encoder(0.2);
  const { size } = await shrinkBy(draw, { width: 1080, height: 10_000 }, 'receipt');
  expect(attempts.every((attempt) => attempt.size.width === 1080)).toBe(true);
  expect(size).toBeLessThanOrEqual((wanted.most * 1080 * 10_000) / (1600 * 1200));
  expect(size).toBeGreaterThan(wanted.most);
  const photo = encoder(0.2);
  expect((await shrinkBy(photo.draw, camera, 'receipt')).size).toBeLessThanOrEqual(wanted.most);
  expect(photo.attempts[0]?.size).toEqual({ width: 1600, height: 1200 });
});
