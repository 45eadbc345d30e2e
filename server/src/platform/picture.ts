// Checks the header of an uploaded picture before decoding. Then re-encodes the picture, which
// removes the location, camera data and hidden data.
import {
  extremeShades,
  keptSize,
  leastContrast,
  leastLight,
  type PictureBytes,
  type PictureKind,
} from '@sandali/contract/picture.ts';
import sharp from 'sharp';
import { createFairGate, type Turn } from './gate.ts';
import { readPictureHeader } from './picture-header.ts';

export const pictureLimits = {
  bytes: 5 * 1024 * 1024,
  pixels: 25_000_000,
  /** An ID or receipt with fewer pixels on its shorter side is unreadable. */
  leastSide: { id: 200, receipt: 100 },
  /**
   * The limit on the memory estimated from the header. Measured at 25 megapixels: a progressive
   * JPEG from a camera used 87 MB (estimate: 75 MB), and an interlaced 16-bit PNG with alpha used
   * 240 MB (estimate: 200 MB).
   */
  decodingBytes: 80_000_000,
  quality: 82,
  decodesAtOnce: 2,
  waitingOfOne: 3,
  /** The maximum number of pictures that wait in one lane; they take up to 200 MB. */
  waitingOfLane: 40,
} as const;

/** Returns the bytes of a picture in a call's input. */
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
/** A newly encoded upright JPEG without metadata, in the size stored for its kind. */
export type CleanPicture = { jpeg: Buffer; width: number; height: number };

// Decoded pixels are used once, and two concurrent decodes already fill two cores.
sharp.cache(false);
sharp.concurrency(1);
/**
 * A session's key is the borrower's id. A recovery has no session, so its key is the recovery's id.
 */
export type PictureTurn = Turn<'session' | 'recovery'>;
const inTurn = createFairGate<PictureTurn['lane']>({
  width: pictureLimits.decodesAtOnce,
  ...pictureLimits,
});

/** Returns the fault in a file's size or header, or null. Does not decode the file. */
export function pictureFault(bytes: Buffer, kind: PictureKind): PictureFault | null {
  if (bytes.length > pictureLimits.bytes) return 'pictureTooLarge';
  const header = readPictureHeader(bytes);
  if (header === 'otherKind') return 'pictureKindRefused';
  if (header === 'broken') return 'pictureUnreadable';
  const { width, height, decodingBytes } = header;
  if (width * height > pictureLimits.pixels || decodingBytes > pictureLimits.decodingBytes)
    return 'pictureTooLarge';
  // A panorama is scaled down before it is stored.
  const storedSize = keptSize(kind, header);
  return Math.min(storedSize.width, storedSize.height) < pictureLimits.leastSide[kind]
    ? 'pictureTooSmall'
    : null;
}

/**
 * Re-encodes a picture, or returns its fault. At most two are decoded at once.
 * @throws Refused systemBusy if too many wait.
 */
export async function cleanPicture(
  bytes: Buffer,
  kind: PictureKind,
  turn: PictureTurn,
): Promise<CleanPicture | PictureFault> {
  return (
    pictureFault(bytes, kind) ?? (await inTurn(turn, () => draw(bytes, kind), placesOf(bytes)))
  );
}

/**
 * Returns how many places a picture takes: all if it may need more than half of the decoding
 * memory.
 */
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
    const metadata = await source.metadata();
    const header = readPictureHeader(bytes);
    // If the decoder detects a different format from the one that the header declares, the file is
    // valid in two formats.
    if (typeof header === 'string' || metadata.format !== header.format)
      return 'pictureKindRefused';
    // The limits were checked against the header, so the decoder must find the same size.
    if (
      metadata.width !== header.width ||
      metadata.height !== header.height ||
      (metadata.isProgressive && !header.comesInPasses)
    )
      return 'pictureUnreadable';
    const storedSize = keptSize(kind, header);
    const longSide = Math.max(storedSize.width, storedSize.height);
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
    return 'pictureUnreadable'; // the decoder's reasons do not help a borrower
  }
}

/** Returns the fault of an ID photo that is entirely dark or of one shade, or null. */
async function lightFault(jpeg: Buffer): Promise<'pictureTooDark' | 'pictureBlank' | null> {
  const copy = await sharp(jpeg).resize({ width: 160 }).greyscale().raw().toBuffer();
  const { lightest, darkest } = extremeShades(copy);
  if (lightest < leastLight.refuse) return 'pictureTooDark';
  return lightest - darkest < leastContrast.refuse ? 'pictureBlank' : null;
}
