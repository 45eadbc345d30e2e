// Pictures from borrowers: how calls carry their bytes, and the size at which each kind is stored.
import * as v from 'valibot';

/**
 * Raw bytes beside the JSON (envelope version 2, docs/integrators/protocol.md); or base64 within
 * the JSON, as in plain bodies and from older apps. The server checks size and format.
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
 * The largest sealed body with a picture: 5 MB as base64, which adds a third, and the other fields.
 */
export const pictureBodyBytes = 7 * 1024 * 1024;

/** Reasons for refusing a photo of an ID, by its contents or its format. */
export const idPictureRefusals = [
  'pictureTooLarge',
  'pictureKindRefused',
  'pictureUnreadable',
  'pictureTooSmall',
  'pictureTooDark',
  'pictureBlank',
] as const;

/**
 * `id`: a photo of an ID or of a person holding it. `receipt`: a photo, scan or long screenshot.
 */
export type PictureKind = 'id' | 'receipt';
export type PictureSize = { width: number; height: number };

const longestIdSidePx = 1600;
/**
 * A receipt may be very long. Its width decides whether it is legible, and its area decides how
 * much memory it needs.
 */
const receipt = { shortSidePx: 1200, areaPx: 12_000_000 } as const;

/**
 * Returns the size in whole pixels at which a picture is stored; never larger than the original.
 */
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
 * Minimum 99th percentile of a photo's brightness, out of 255. Below `refuse` nothing is legible;
 * below `retake` the phone requests another photo.
 */
export const leastLight = { refuse: 40, retake: 70 } as const;

/**
 * Minimum difference in brightness, out of 255, between the lightest and the darkest hundredth of
 * an ID photo's pixels. A pale but legible card reaches 20 (quality.test.ts). Below `refuse` the
 * photo is practically one shade; below `retake` the phone requests another photo.
 */
export const leastContrast = { refuse: 16, retake: 32 } as const;

/**
 * Returns the brightness, 0 to 255, of a photo's lightest and darkest hundredth of pixels. Single
 * pixels, such as those of a hot sensor, are ignored.
 */
export function extremeShades(light: Uint8Array | Uint8ClampedArray): {
  lightest: number;
  darkest: number;
} {
  const ordered = light.slice().sort();
  const hundredth = Math.floor((ordered.length - 1) * 0.01);
  return { lightest: ordered.at(-1 - hundredth) ?? 0, darkest: ordered[hundredth] ?? 0 };
}
