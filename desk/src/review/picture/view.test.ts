import { expect, test } from 'vitest';
import { fitOf, shifted, turned, wholeView, zoomed } from './view.ts';

const canvas = { width: 400, height: 300 };

test('keeps the point under the pointer in place while it zooms', () => {
  const at = { x: 100, y: -50 };
  const twice = zoomed(zoomed(wholeView, 2), 1.5, at);
  // The picture's point at (x, y) is drawn at shift + zoom * point.
  const pointOf = (view: typeof twice) => (at.x - view.x) / view.zoom;
  expect(pointOf(twice)).toBeCloseTo(pointOf(zoomed(wholeView, 2)));
  expect(zoomed(twice, 0.01)).toEqual(wholeView);
});

test('shifts a zoomed picture only within its own edges', () => {
  expect(shifted(wholeView, { x: 50, y: 50 }, canvas)).toEqual(wholeView);
  const zoom = zoomed(wholeView, 2);
  expect(shifted(zoom, { x: -999, y: 40 }, canvas)).toMatchObject({ x: -200, y: 40 });
});

test('fits a turned picture by its turned sides', () => {
  const picture = { width: 800, height: 200 };
  expect(fitOf(picture, canvas, 0)).toBe(0.5);
  expect(fitOf(picture, canvas, turned(wholeView, -1).turns)).toBe(0.375);
});
