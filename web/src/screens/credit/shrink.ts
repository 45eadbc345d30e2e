// Shrinks a picture on the phone for a slow network (docs/decisions/0046). Every picture is
// redrawn, so that the camera's metadata (such as the location) never leaves the phone.
import { keptSize, type PictureKind, type PictureSize } from '@sandali/contract/picture.ts';

/**
 * The size range of an ID photo in bytes: below it, letters become unreadable; above it, uploads
 * take too long.
 */
export const wanted = { least: 150_000, most: 250_000 } as const;
/** The area of a usual ID photo. A longer receipt may have proportionally more bytes. */
const usualAreaPx = 1600 * 1200;

/**
 * Scales to try in this order until the result is small enough. At each scale, quality is reduced
 * first.
 */
const scales = [1, 0.85, 0.7, 0.5625] as const;
const qualities = { first: 0.8, least: 0.5, most: 0.92 } as const;
/** The maximum number of encodings per drawing; each takes a cheap phone a fifth of a second. */
const maxAttempts = 4;

export type Size = PictureSize;
type Weight = { least: number; most: number };

/** Returns the size that fits into a square of `sidePx`, in whole pixels; never enlarges. */
export function fitInto({ width, height }: Size, sidePx: number): Size {
  return scaled({ width, height }, Math.min(1, sidePx / Math.max(width, height)));
}

function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Thrown if this browser cannot open the picture. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Draws a picture at a given size and returns a function that encodes it at a given quality. */
export type Draw = (size: Size) => (quality: number) => Promise<Blob>;

/**
 * Draws ever smaller pictures until an encoding is small enough; otherwise returns the smallest
 * encoding.
 */
export async function shrinkBy(draw: Draw, size: Size, kind: PictureKind): Promise<Blob> {
  const largest = keptSize(kind, size);
  const share = Math.max(1, (largest.width * largest.height) / usualAreaPx);
  const weight = { least: wanted.least * share, most: wanted.most * share };
  let jpeg: Blob | null = null;
  for (const scale of scales) {
    jpeg = await weighed(draw(scaled(largest, scale)), weight);
    if (jpeg.size <= weight.most) break;
  }
  return jpeg as Blob;
}

/**
 * Bisects the quality until the byte size is in range. Otherwise returns the largest encoding below
 * the limit, or else the smallest.
 */
async function weighed(encode: (quality: number) => Promise<Blob>, weight: Weight): Promise<Blob> {
  let [low, high, quality] = [qualities.least, qualities.most, qualities.first] as [
    number,
    number,
    number,
  ];
  let light: Blob | null = null;
  let heavy: Blob | null = null;
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const jpeg = await encode(quality);
    if (jpeg.size > weight.most) {
      heavy = jpeg;
      high = quality;
    } else {
      light = jpeg;
      if (jpeg.size >= weight.least) break;
      low = quality;
    }
    quality = (low + high) / 2;
  }
  return (light ?? heavy) as Blob;
}

/**
 * Encodes a picture as a JPEG within the dimensions and bytes for its kind. Rejects with
 * UnreadablePicture.
 */
export async function shrink(file: Blob, kind: PictureKind): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch((cause) => {
    throw new UnreadablePicture('The picture cannot be opened.', { cause });
  });
  try {
    return await shrinkBy((size) => draw(bitmap, size), bitmap, kind);
  } finally {
    bitmap.close();
  }
}

function draw(bitmap: ImageBitmap, { width, height }: Size): (quality: number) => Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.imageSmoothingQuality = 'high';
    // Fill with white, since transparent parts would become black in a JPEG.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
  }
  return (quality) =>
    new Promise((resolve, reject) => {
      const settle = (jpeg: Blob | null) =>
        jpeg ? resolve(jpeg) : reject(new UnreadablePicture('The picture cannot be drawn.'));
      canvas.toBlob(settle, 'image/jpeg', quality);
    });
}

/** Returns a blob's bytes; the oldest supported browsers lack `Blob.arrayBuffer`. */
export function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new UnreadablePicture('The picture cannot be read.'));
    reader.readAsArrayBuffer(blob);
  });
}
