// Estimates on the phone whether a photo is readable, from a small grey copy, before it is sent.
import type { PictureQuality } from '@sandali/contract/credit.ts';
import { extremeShades, leastContrast, leastLight } from '@sandali/contract/picture.ts';
import type { Size } from '#/screens/credit/shrink.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';

/** A grey picture: brightness from 0 (black) to 255 (white), row by row. */
export type Grey = Size & { light: ArrayLike<number> };
export type Fault = 'small' | 'dark' | 'blank' | 'blurred' | 'glare';

/**
 * The longer side of the measured copy. At this size, the strokes of a 1600 px photo are still two
 * pixels wide.
 */
export const copySidePx = 640;
/** With fewer pixels on the shorter side, the smallest letters of an ID cannot be read. */
const leastSidePx = 480;
/**
 * The blur and glare from which a photo counts as faulty, measured in quality.test.ts. The letters
 * of an ID must be readable; a face has fewer edges and may have a lamp behind it.
 */
export const limits: Record<Purpose, PictureQuality> = {
  idFront: { blur: 0.5, glare: 0.02 },
  selfie: { blur: 0.8, glare: 0.15 },
};
/** The sharpness of the test card when its strokes begin to merge. */
const halfBlurredSharpness = 0.012;
/**
 * The brightness at which a pixel counts as overexposed. Well-lit paper stays below it; only a lamp
 * reaches it.
 */
const blownOutFrom = 250;

/** Averages each pixel with its eight neighbours (weights 1 2 1) to reduce a dim camera's noise. */
function smoothed({ width, height, light }: Grey): Float32Array {
  const smooth = new Float32Array(width * height);
  const row = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = 0; y < height; y++) {
    const column = (x: number) => {
      const at = Math.min(width - 1, Math.max(0, x));
      return (
        (light[row(y - 1) + at] as number) +
        2 * (light[row(y) + at] as number) +
        (light[row(y + 1) + at] as number)
      );
    };
    for (let x = 0; x < width; x++)
      smooth[y * width + x] = (column(x - 1) + 2 * column(x) + column(x + 1)) / 16;
  }
  return smooth;
}

/**
 * Returns the sharpness of edges: the variance of the Laplacian divided by that of the brightness,
 * which makes it independent of exposure. 0 for a single shade.
 */
export function sharpnessOf(grey: Grey): number {
  const { width, height } = grey;
  const light = smoothed(grey);
  const at = (index: number) => light[index] as number;
  const edges = new Variance();
  const lights = new Variance();
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const here = y * width + x;
      edges.add(at(here - width) + at(here + width) + at(here - 1) + at(here + 1) - 4 * at(here));
      lights.add(at(here));
    }
  }
  // If the variance of the brightness is below 1, the picture is blank.
  return lights.value() < 1 ? 0 : edges.value() / lights.value();
}

class Variance {
  #count = 0;
  #sum = 0;
  #squares = 0;

  add(value: number): void {
    this.#count++;
    this.#sum += value;
    this.#squares += value * value;
  }

  value(): number {
    return this.#count === 0 ? 0 : this.#squares / this.#count - (this.#sum / this.#count) ** 2;
  }
}

/** Returns a picture's blur: 0 for perfectly sharp edges, 1 for no edges. */
export function blurOf(grey: Grey): number {
  return halfBlurredSharpness / (halfBlurredSharpness + sharpnessOf(grey));
}

/** Returns the share of overexposed pixels, 0 to 1. */
export function glareOf({ light }: Grey): number {
  let blown = 0;
  for (let at = 0; at < light.length; at++) if ((light[at] as number) >= blownOutFrom) blown++;
  return light.length === 0 ? 0 : blown / light.length;
}

/**
 * Returns a photo's brightness (99th percentile, 0 to 255) and contrast (distance to the 1st
 * percentile).
 */
export function lightOf(grey: Grey): { light: number; contrast: number } {
  const { lightest, darkest } = extremeShades(Uint8ClampedArray.from(smoothed(grey)));
  return { light: lightest, contrast: lightest - darkest };
}

/** Returns blur and glare, rounded to three decimal places. */
export function qualityOf(grey: Grey): PictureQuality {
  const short = (share: number) => Math.round(share * 1000) / 1000;
  return { blur: short(blurOf(grey)), glare: short(glareOf(grey)) };
}

/** Returns the first fault that makes a photo of this size and quality hard to read, or null. */
export function faultOf(
  purpose: Purpose,
  { width, height }: Size,
  { blur, glare, light, contrast }: PictureQuality & { light: number; contrast: number },
): Fault | null {
  if (Math.min(width, height) < leastSidePx) return 'small';
  if (light < leastLight.retake) return 'dark';
  if (contrast < leastContrast.retake) return 'blank';
  if (blur >= limits[purpose].blur) return 'blurred';
  return glare >= limits[purpose].glare ? 'glare' : null;
}

/**
 * Converts a canvas's pixels (red, green, blue, alpha) to grey, with the weights of ITU-R BT.601.
 */
export function greyOf({ width, height, data }: Size & { data: ArrayLike<number> }): Grey {
  const light = new Uint8ClampedArray(width * height);
  for (let at = 0; at < light.length; at++) {
    const from = at * 4;
    light[at] =
      0.299 * (data[from] as number) +
      0.587 * (data[from + 1] as number) +
      0.114 * (data[from + 2] as number);
  }
  return { width, height, light };
}
