// Pictures from people: judged by their header before anything decodes them, then drawn anew, so that only the picture itself is kept:
// no place, no camera, no second file hidden behind the first.
import sharp from 'sharp';
import { createGate } from '#/kit/gate.ts';
import { readPictureHeader } from '#/kit/picture-header.ts';

export const pictureLimits = {
  bytes: 5 * 1024 * 1024,
  pixels: 25_000_000,
  keptSide: 1600,
  quality: 82,
  decodesAtOnce: 2,
  waiting: 20,
} as const;

export type PictureFault = 'pictureTooLarge' | 'pictureKindRefused' | 'pictureUnreadable';
/** A JPEG of our own making, upright, with no side above 1600 pixels and no metadata. */
export type CleanPicture = { jpeg: Buffer; width: number; height: number };

// Decoded pixels are never wanted twice, and two decodes at once already fill two cores.
sharp.cache(false);
sharp.concurrency(1);
const inTurn = createGate(pictureLimits.decodesAtOnce, pictureLimits.waiting);

/** What is wrong with a file as far as its size and first bytes tell, or null. Costs no decoding. */
export function pictureFault(bytes: Buffer): PictureFault | null {
  if (bytes.length > pictureLimits.bytes) return 'pictureTooLarge';
  const header = readPictureHeader(bytes);
  if (header === 'otherKind') return 'pictureKindRefused';
  if (header === 'broken') return 'pictureUnreadable';
  return header.width * header.height > pictureLimits.pixels ? 'pictureTooLarge' : null;
}

/** Draws a picture anew, or says what is wrong with it. At most two are decoded at once. @throws Refused systemBusy when too many wait. */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture | PictureFault> {
  return pictureFault(bytes) ?? (await inTurn(() => draw(bytes)));
}

async function draw(bytes: Buffer): Promise<CleanPicture | PictureFault> {
  const { keptSide, pixels, quality } = pictureLimits;
  try {
    const source = sharp(bytes, { limitInputPixels: pixels, failOn: 'warning', sequentialRead: true });
    // The decoder finds the format by itself: where it sees another one than the header told, the file is two things at once.
    const header = readPictureHeader(bytes);
    if (typeof header === 'string' || (await source.metadata()).format !== header.format) return 'pictureKindRefused';
    const { data, info } = await source
      .autoOrient()
      .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch {
    return 'pictureUnreadable'; // the decoder's reasons help nobody who holds a phone
  }
}
