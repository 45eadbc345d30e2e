import { leastContrast } from '@sandali/contract/picture.ts';
import { slow } from '@sandali/contract/slow.testing.ts';
import { describe, expect } from 'vitest';
import {
  blurOf,
  copySidePx,
  faultOf,
  type Grey,
  glareOf,
  greyOf,
  lightOf,
  limits,
  qualityOf,
  sharpnessOf,
} from './quality.ts';

/** The test card has the size of a sent photo. It is reduced before measuring, as on the phone. */
const photo = { width: 1600, height: 1008 };
const random = (seed: number) => () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
type Light = Float32Array;

/**
 * Draws a card: a coloured header, a face, and seven lines of letters 30 px high with 5 px strokes.
 */
function card(): Light {
  const { width, height } = photo;
  const light = new Float32Array(width * height).fill(205);
  const fill = (x: number, y: number, wide: number, high: number, shade: number) => {
    for (let row = Math.round(y); row < y + high; row++)
      light.fill(shade, row * width + Math.round(x), row * width + Math.round(x + wide));
  };
  fill(0, 0, width, 161, 120);
  fill(80, 282, 416, 554, 150);
  fill(160, 383, 256, 302, 95);
  const draw = random(1);
  for (let line = 0; line < 7; line++) {
    const y = 282 + line * 86;
    const end = 992 + 480 * draw();
    for (let x = 576; x < end; x += draw() < 0.15 ? 50 : 30) {
      const strokes = Math.floor(draw() * 4);
      fill(x, y, 5, 30, 40);
      if (strokes > 0) fill(x, y, 20, 5, 40);
      if (strokes > 1) fill(x + 15, y, 5, 30, 40);
      if (strokes > 2) fill(x, y + 13, 20, 5, 40);
    }
  }
  return light;
}

/** Blurs like an unfocused lens; `sigma` is the standard deviation of a Gaussian in pixels. */
function unfocused(light: Light, sigma: number): Light {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const { width, height } = photo;
  /**
   * Blurs along rows or columns. The offset between neighbours is `width` for rows and 1 for
   * columns.
   */
  const along = (from: Light, long: number, step: number, lines: number, lineStep: number) => {
    const blurred = new Float32Array(from.length);
    for (let line = 0; line < lines; line++)
      for (let place = 0; place < long; place++) {
        let sum = 0;
        for (let at = 0; at < weights.length; at++) {
          const source = Math.min(long - 1, Math.max(0, place + at - reach));
          sum += (weights[at] as number) * (from[line * lineStep + source * step] as number);
        }
        blurred[line * lineStep + place * step] = sum / total;
      }
    return blurred;
  };
  return sigma === 0
    ? light
    : along(along(light, width, 1, height, width), height, width, width, 1);
}

/**
 * Returns the measured copy: each pixel is the mean of 2.5 by 2.5 pixels, after exposure and noise.
 */
function copyOf(
  light: Light,
  { noise = 0, exposure = 1 }: { noise?: number; exposure?: number } = {},
): Grey {
  const draw = random(9);
  const scale = photo.width / copySidePx;
  const [width, height] = [copySidePx, Math.floor(photo.height / scale)];
  // The sum of three random numbers is nearly normal, with a standard deviation of one half.
  const grain = () => (noise === 0 ? 0 : noise * 2 * (draw() + draw() + draw() - 1.5));
  const exposed = light.map((value) => Math.min(255, Math.max(0, value * exposure + grain())));
  const copy = new Uint8ClampedArray(width * height);
  const [rows, columns] = [partsOf(height, scale), partsOf(width, scale)];
  for (const [y, down] of rows.entries())
    for (const [x, across] of columns.entries()) {
      let sum = 0;
      for (const [row, tall] of down)
        for (const [column, wide] of across)
          sum += tall * wide * (exposed[row * photo.width + column] ?? 0);
      copy[y * width + x] = sum / (scale * scale);
    }
  return { width, height, light: copy };
}

/**
 * Splits a line into `count` parts of length `long`. Returns the pixels that each part covers, with
 * their weights.
 */
function partsOf(count: number, long: number): [pixel: number, part: number][][] {
  return Array.from({ length: count }, (_, nth) => {
    const [from, to] = [nth * long, (nth + 1) * long];
    return Array.from({ length: Math.ceil(to) - Math.floor(from) }, (_, at) => {
      const pixel = Math.floor(from) + at;
      return [pixel, Math.min(pixel + 1, to) - Math.max(pixel, from)];
    });
  });
}

/** Adds a lamp's reflection: a round overexposed spot with a soft edge. */
function lit(light: Light, radius: number): Light {
  return light.map((value, at) => {
    const away = Math.hypot((at % photo.width) - 900, Math.floor(at / photo.width) - 500);
    return Math.min(
      255,
      value + 400 * Math.exp(-((away / radius) ** 4)) * (away < radius * 2 ? 1 : 0),
    );
  });
}

const sharp = card();

describe('blur from an unfocused lens', () => {
  // Strokes of 5 px are readable up to a sigma of 3 px and run together from 4 px on.
  slow.each([
    [0, 0.11],
    [2, 0.21],
    [3, 0.4],
    [4, 0.65],
    [6, 0.91],
  ])('a lens blur with a sigma of %i px is measured as %f', (sigma, blur) => {
    const measured = blurOf(copyOf(unfocused(sharp, sigma)));
    expect(measured).toBeCloseTo(blur, 1);
    expect(measured >= limits.idFront.blur).toBe(sigma >= 4);
  });

  slow('blur measures the same with noise or in low light', () => {
    const blurred = unfocused(sharp, 6);
    for (const camera of [{ noise: 12 }, { exposure: 0.35 }, { noise: 4, exposure: 0.35 }]) {
      expect(blurOf(copyOf(sharp, camera))).toBeCloseTo(0.11, 1);
      expect(blurOf(copyOf(blurred, camera))).toBeGreaterThan(0.6);
    }
  });

  slow('a picture of a single shade or pixel counts as completely blurred', () => {
    expect(blurOf({ width: 20, height: 20, light: new Uint8ClampedArray(400).fill(90) })).toBe(1);
    expect(sharpnessOf({ width: 1, height: 1, light: [90] })).toBe(0);
  });
});

describe('glare from a reflection', () => {
  // An overexposed spot of 170 px hides letters in two lines.
  slow.each([
    [0, 0],
    [50, 0.006],
    [75, 0.015],
    [100, 0.028],
    [300, 0.246],
  ])('a reflection with a radius of %i px is measured as %f', (radius, glare) => {
    const measured = glareOf(copyOf(radius === 0 ? sharp : lit(sharp, radius)));
    expect(measured).toBeCloseTo(glare, 2);
    expect(measured >= limits.idFront.glare).toBe(radius >= 100);
  });

  slow('white paper does not count as glare', () => {
    expect(glareOf({ width: 10, height: 10, light: new Uint8ClampedArray(100).fill(245) })).toBe(0);
    expect(glareOf({ width: 0, height: 0, light: [] })).toBe(0);
  });
});

describe('brightness of a photo', () => {
  // The card's paper has a brightness of 205. At a third of that, letters are still clear; at a
  // sixth, they are lost in noise.
  slow.each([
    [1, false],
    [0.4, false],
    [0.25, true],
    [0.05, true],
  ])('with an exposure of %f, a photo is dark: %s', (exposure, isDark) => {
    const light = lightOf(copyOf(sharp, { exposure, noise: 4 }));
    expect(faultOf('idFront', photo, { blur: 0, glare: 0, ...light }) === 'dark').toBe(isDark);
  });
});

describe('contrast of a faded card', () => {
  const copy = copyOf(sharp);
  const washed = (share: number) => ({
    ...copy,
    light: Uint8ClampedArray.from(copy.light, (value) => 255 - (255 - value) * share),
  });
  // With two fifths of its ink, a card is readable. With a fifth, letters differ from the paper by
  // 33 of 255; with a tenth, by 16, which is less than a camera's noise.
  slow.each([
    [1, 124, null],
    [0.4, 50, null],
    [0.2, 25, 'blank'],
    [0.1, 13, 'blank'],
    [0, 0, 'blank'],
  ])(
    'a card with %f of its ink has a contrast of %i of 255 and the fault %s',
    (share, contrast, fault) => {
      const light = lightOf(washed(share));
      expect(Math.abs(light.contrast - contrast)).toBeLessThanOrEqual(1);
      expect(faultOf('idFront', photo, { blur: 0, glare: 0, ...light })).toBe(fault);
      expect(light.contrast >= leastContrast.refuse).toBe(share >= 0.2);
    },
  );

  slow('a photo of a single grey is reported as blank, not as blurred', () => {
    const grey = { width: 640, height: 403, light: new Uint8ClampedArray(640 * 403).fill(128) };
    expect(faultOf('idFront', photo, { ...qualityOf(grey), ...lightOf(grey) })).toBe('blank');
  });
});

slow('faultOf reports a photo’s first fault, and allows a face to be softer than an ID', () => {
  const light = { light: 200, contrast: 100 };
  const size = { width: 1600, height: 1008 };
  expect(faultOf('idFront', { width: 1600, height: 479 }, { blur: 1, glare: 1, ...light })).toBe(
    'small',
  );
  expect(faultOf('idFront', size, { blur: 1, glare: 1, light: 69, contrast: 0 })).toBe('dark');
  expect(faultOf('idFront', size, { blur: 1, glare: 1, light: 70, contrast: 31 })).toBe('blank');
  expect(faultOf('idFront', size, { blur: 0, glare: 0, light: 70, contrast: 32 })).toBeNull();
  expect(faultOf('idFront', size, { blur: 0.5, glare: 1, ...light })).toBe('blurred');
  expect(faultOf('idFront', size, { blur: 0.49, glare: 0.02, ...light })).toBe('glare');
  expect(faultOf('idFront', size, { blur: 0.49, glare: 0.019, ...light })).toBeNull();
  expect(faultOf('selfie', size, { blur: 0.79, glare: 0.149, ...light })).toBeNull();
  expect(faultOf('selfie', size, { blur: 0.8, glare: 0, ...light })).toBe('blurred');
  expect(qualityOf({ width: 2, height: 2, light: [255, 0, 0, 0] })).toEqual({
    blur: 1,
    glare: 0.25,
  });
});

slow('greyOf converts colours to grey by perceived luminance', () => {
  expect(
    Array.from(
      greyOf({
        width: 4,
        height: 1,
        data: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255],
      }).light,
    ),
  ).toEqual([76, 150, 29, 255]);
});
