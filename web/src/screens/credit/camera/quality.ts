// Is a photo good enough to be read? Judged on the phone, on a small grey copy, before anything is
// sent. Pure.
import type { PictureQuality } from '@sandali/contract/credit.ts';
import { leastContrast, leastLight, shadesOf } from '@sandali/contract/picture.ts';
import type { Size } from '#/screens/credit/shrink.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';

/** A grey picture, 0 black to 255 white, row by row. */
export type Grey = Size & { light: ArrayLike<number> };
export type Fault = 'small' | 'dark' | 'blank' | 'blurred' | 'glare';

/**
 * The longer side of the copy that is measured: the letters of a photo of 1600 px are still two
 * strokes wide in it.
 */
export const copySidePx = 640;
/** With fewer pixels on the shorter side, the small letters of an ID are guesses. */
const leastSidePx = 480;
/**
 * From where on a photo is called bad; the figures are in quality.test.ts. Letters must be read on
 * the ID. A face has fewer edges, and a lamp or a window behind it hides nothing.
 */
export const limits: Record<Purpose, PictureQuality> = {
  idFront: { blur: 0.5, glare: 0.02 },
  selfie: { blur: 0.8, glare: 0.15 },
};
/** The sharpness of the test's card at which the strokes of its letters begin to run together. */
const halfBlurredSharpness = 0.012;
/** Paper in a well lit photo does not reach it: it is the lamp itself that is seen. */
const blownOutFrom = 250;

/**
 * Averages each pixel with its eight neighbours by the weights 1 2 1, which takes out the noise of
 * a dim camera.
 */
function smoothed({ width, height, light }: Grey): Float32Array {
  const made = new Float32Array(width * height);
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
      made[y * width + x] = (column(x - 1) + 2 * column(x) + column(x + 1)) / 16;
  }
  return made;
}

/**
 * How sharp edges are: the variance of the Laplacian over the variance of the light itself, so that
 * a dark or pale photo of the same sharpness gets the same number. 0 for a picture of one shade.
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
  // Less than one step of light is no picture of anything.
  return lights.value() < 1 ? 0 : edges.value() / lights.value();
}

class Variance {
  #count = 0;
  #sum = 0;
  #squares = 0;

  add(one: number): void {
    this.#count++;
    this.#sum += one;
    this.#squares += one * one;
  }

  value(): number {
    return this.#count === 0 ? 0 : this.#squares / this.#count - (this.#sum / this.#count) ** 2;
  }
}

/** How blurred a picture is: 0 for edges as sharp as pixels are, 1 for no edge at all. */
export function blurOf(grey: Grey): number {
  return halfBlurredSharpness / (halfBlurredSharpness + sharpnessOf(grey));
}

/** The share of pixels that are blown out, 0 to 1. */
export function glareOf({ light }: Grey): number {
  let blown = 0;
  for (let at = 0; at < light.length; at++) if ((light[at] as number) >= blownOutFrom) blown++;
  return light.length === 0 ? 0 : blown / light.length;
}

/**
 * The light of a photo, 0 to 255: what its lightest hundredth reaches, and how far its darkest
 * hundredth is from it.
 */
export function lightOf(grey: Grey): { light: number; contrast: number } {
  const { lightest, darkest } = shadesOf(Uint8ClampedArray.from(smoothed(grey)));
  return { light: lightest, contrast: lightest - darkest };
}

/** Blur and glare, to three places. */
export function qualityOf(grey: Grey): PictureQuality {
  const short = (share: number) => Math.round(share * 1000) / 1000;
  return { blur: short(blurOf(grey)), glare: short(glareOf(grey)) };
}

/**
 * What to say of a photo of this size and quality: the first thing that makes it hard to read, or
 * null.
 */
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

/** Grey from the pixels of a canvas (red, green, blue, alpha), by the weights of ITU-R BT.601. */
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
