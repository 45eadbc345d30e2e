// Pictures from people: how calls carry their bytes, and how much of each kind is kept.
import * as v from 'valibot';

/**
 * Raw bytes, which travel beside the JSON (envelope version 2, docs/integrators/protocol.md), or
 * base64 in it: from programs of before, and in plain bodies. How large and of which kind it may be
 * is the server's to say.
 */
export const zPictureBytes = v.union([
  v.pipe(v.string(), v.maxLength(7_000_000), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  v.pipe(
    v.instance(Uint8Array),
    v.check((bytes) => bytes.length > 0, 'no bytes'),
  ),
]);
export type PictureBytes = v.InferOutput<typeof zPictureBytes>;

/**
 * The largest sealed body with a picture: 5 MB and what is sent beside them, a third more as
 * base64.
 */
export const pictureBodyBytes = 7 * 1024 * 1024;

/** Why a photo of an ID is refused by what it shows and how it is stored. */
export const idPictureRefusals = [
  'pictureTooLarge',
  'pictureKindRefused',
  'pictureUnreadable',
  'pictureTooSmall',
  'pictureTooDark',
  'pictureBlank',
] as const;

/** A photo of an ID or of a person with it, or a receipt: a photo, a scan or a long screenshot. */
export type PictureKind = 'id' | 'receipt';
export type PictureSize = { width: number; height: number };

const longestIdSidePx = 1600;
/** A receipt may be very long: its letters depend on its width, and memory on its area. */
const receipt = { shortSidePx: 1200, areaPx: 12_000_000 } as const;

/** The size at which a picture is kept, in whole pixels. It is never larger than the original. */
export function keptSize(kind: PictureKind, { width, height }: PictureSize): PictureSize {
  const short = Math.min(width, height);
  const scale =
    kind === 'id'
      ? longestIdSidePx / Math.max(width, height)
      : Math.min(receipt.shortSidePx / short, Math.sqrt(receipt.areaPx / (width * height)));
  const side = (px: number) => Math.max(1, Math.round(px * Math.min(1, scale)));
  return { width: side(width), height: side(height) };
}

/**
 * What the brightest hundredth of a photo must reach, of 255. Below `refuse` no letter can be seen;
 * below `retake` the phone asks for another photo.
 */
export const leastLight = { refuse: 40, retake: 70 } as const;

/**
 * How far, of 255, the lightest hundredth of a photo of an ID must be from its darkest hundredth. A
 * pale card whose letters still stand out from the camera's noise reaches 20; quality.test.ts
 * measures it. Below `refuse` the photo shows one shade; below `retake` the phone asks again.
 */
export const leastContrast = { refuse: 16, retake: 32 } as const;

/**
 * The shades that a photo's lightest and darkest hundredth reach, 0 to 255. Single pixels, such as
 * a hot sensor's, count for neither.
 */
export function shadesOf(light: Uint8Array | Uint8ClampedArray): {
  lightest: number;
  darkest: number;
} {
  const ordered = light.slice().sort();
  const hundredth = Math.floor((ordered.length - 1) * 0.01);
  return { lightest: ordered.at(-1 - hundredth) ?? 0, darkest: ordered[hundredth] ?? 0 };
}
