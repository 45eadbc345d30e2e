// Pictures from people: judged by their header before anything decodes them, then drawn anew, so
// that only the picture itself is kept: no place, no camera, no second file hidden behind the
// first.
import {
  keptSize,
  leastContrast,
  leastLight,
  type PictureBytes,
  type PictureKind,
  shadesOf,
} from '@sandali/contract/picture.ts';
import sharp from 'sharp';
import { createGate } from './gate.ts';
import { readPictureHeader } from './picture-header.ts';

export const pictureLimits = {
  bytes: 5 * 1024 * 1024,
  pixels: 25_000_000,
  /**
   * Fewer pixels on the shorter side leave no readable letter of an ID, or of a receipt's strip.
   */
  leastSide: { id: 200, receipt: 100 },
  /**
   * What one decoding may take by its header. Measured on the whole process with 25 megapixels: an
   * interlaced PNG of 16 bits with alpha (200 MB by its header) takes 240 MB, a progressive JPEG
   * without subsampling (150 MB) takes 160, one as cameras subsample (75 MB) 87, a plain one (75
   * MB) 27, a plain PNG of 16 bits (75 MB) 71. Freed memory stays with the process, in a heap per
   * thread, unless glibc is configured otherwise, as `npm start` does.
   */
  decodingBytes: 80_000_000,
  quality: 82,
  decodesAtOnce: 2,
  waiting: 20,
} as const;

/** The bytes of a picture as a call carries them. */
export function pictureBytes(sent: PictureBytes): Buffer {
  return typeof sent === 'string'
    ? Buffer.from(sent, 'base64')
    : Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
}

export type PictureFault =
  | 'pictureTooLarge'
  | 'pictureTooSmall'
  | 'pictureTooDark'
  | 'pictureBlank'
  | 'pictureKindRefused'
  | 'pictureUnreadable';
/** A newly encoded JPEG, upright, of the kept size of its kind and without metadata. */
export type CleanPicture = { jpeg: Buffer; width: number; height: number };

// Decoded pixels are never wanted twice, and two decodes at once already fill two cores. One that
// may take more than half of the memory that is set aside for decoding is alone.
sharp.cache(false);
sharp.concurrency(1);
const inTurn = createGate(pictureLimits.decodesAtOnce, pictureLimits.waiting);

/** What is wrong with a file by its size and first bytes, or null. Decodes nothing. */
export function pictureFault(bytes: Buffer, kind: PictureKind): PictureFault | null {
  if (bytes.length > pictureLimits.bytes) return 'pictureTooLarge';
  const header = readPictureHeader(bytes);
  if (header === 'otherKind') return 'pictureKindRefused';
  if (header === 'broken') return 'pictureUnreadable';
  const { width, height, decodingBytes } = header;
  if (width * height > pictureLimits.pixels || decodingBytes > pictureLimits.decodingBytes)
    return 'pictureTooLarge';
  // A panorama is kept narrower than it came.
  const kept = keptSize(kind, header);
  return Math.min(kept.width, kept.height) < pictureLimits.leastSide[kind]
    ? 'pictureTooSmall'
    : null;
}

/**
 * Draws a picture anew, or says what is wrong with it. At most two are decoded at once.
 * @throws Refused systemBusy when too many wait.
 */
export async function cleanPicture(
  bytes: Buffer,
  kind: PictureKind,
): Promise<CleanPicture | PictureFault> {
  return pictureFault(bytes, kind) ?? (await inTurn(() => draw(bytes, kind), placesOf(bytes)));
}

/** A picture whose decoding may take more than half of the memory for it goes alone. */
function placesOf(bytes: Buffer): number {
  const header = readPictureHeader(bytes);
  const isHeavy =
    typeof header !== 'string' &&
    header.decodingBytes > pictureLimits.decodingBytes / pictureLimits.decodesAtOnce;
  return isHeavy ? pictureLimits.decodesAtOnce : 1;
}

async function draw(bytes: Buffer, kind: PictureKind): Promise<CleanPicture | PictureFault> {
  const { pixels, quality } = pictureLimits;
  try {
    const source = sharp(bytes, {
      limitInputPixels: pixels,
      failOn: 'warning',
      sequentialRead: true,
    });
    const seen = await source.metadata();
    const header = readPictureHeader(bytes);
    // The decoder detects the format: if it differs from that of the header, the file is valid in
    // two formats at once.
    if (typeof header === 'string' || seen.format !== header.format) return 'pictureKindRefused';
    // The limits were held against the header, so the decoder must find no other picture than that
    // one.
    if (
      seen.width !== header.width ||
      seen.height !== header.height ||
      (seen.isProgressive && !header.comesInPasses)
    )
      return 'pictureUnreadable';
    const kept = keptSize(kind, header);
    const longSide = Math.max(kept.width, kept.height);
    const { data, info } = await source
      .autoOrient()
      .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true });
    const fault = kind === 'id' ? await lightFault(data) : null;
    if (fault) return fault;
    return { jpeg: data, width: info.width, height: info.height };
  } catch {
    return 'pictureUnreadable'; // the decoder's reasons help nobody who holds a phone
  }
}

/** Whether a photo of an ID shows nothing: all of it is dark, or all of it has one shade. */
async function lightFault(jpeg: Buffer): Promise<'pictureTooDark' | 'pictureBlank' | null> {
  const copy = await sharp(jpeg).resize({ width: 160 }).greyscale().raw().toBuffer();
  const { lightest, darkest } = shadesOf(copy);
  if (lightest < leastLight.refuse) return 'pictureTooDark';
  return lightest - darkest < leastContrast.refuse ? 'pictureBlank' : null;
}
