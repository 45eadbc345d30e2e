// Makes a picture small enough for a slow line, on the phone (docs/decisions/0046). It is always
// drawn anew, so that nothing the camera wrote beside it (such as the place) leaves the phone.
import { keptSize, type PictureKind, type PictureSize } from '@sandali/contract/picture.ts';

/** What a photo of an ID weighs, in bytes: less loses letters, more takes a slow line too long. */
export const wanted = { least: 150_000, most: 250_000 } as const;
/** The area of a photo of an ID as it is sent. A longer receipt may weigh more in proportion. */
const usualAreaPx = 1600 * 1200;

/** Tried in this order until one is light enough: less quality before fewer pixels. */
const scales = [1, 0.85, 0.7, 0.5625] as const;
const qualities = { first: 0.8, least: 0.5, most: 0.92 } as const;
/** Encodings of one drawing at most: a cheap phone takes a fifth of a second for each. */
const mostTries = 4;

export type Size = PictureSize;
type Weight = { least: number; most: number };

/** The size that fits into a square of `sidePx`, in whole pixels; never larger than it was. */
export function fitInto({ width, height }: Size, sidePx: number): Size {
  return scaled({ width, height }, Math.min(1, sidePx / Math.max(width, height)));
}

function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** The file is no picture that this browser can open. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Draws a size, to be encoded with one quality after the other. */
export type Draw = (size: Size) => (quality: number) => Promise<Blob>;

/**
 * Draws in one size after the other until a quality is light enough. If none is, the lightest
 * encoding of the smallest size is used.
 */
export async function shrinkBy(draw: Draw, size: Size, kind: PictureKind): Promise<Blob> {
  const largest = keptSize(kind, size);
  const share = Math.max(1, (largest.width * largest.height) / usualAreaPx);
  const weight = { least: wanted.least * share, most: wanted.most * share };
  let made: Blob | null = null;
  for (const scale of scales) {
    made = await weighed(draw(scaled(largest, scale)), weight);
    if (made.size <= weight.most) break;
  }
  return made as Blob;
}

/**
 * Halves the span of qualities until the result weighs what is wanted. Otherwise the heaviest that
 * is light enough, or else the lightest.
 */
async function weighed(encode: (quality: number) => Promise<Blob>, weight: Weight): Promise<Blob> {
  let [low, high, quality] = [qualities.least, qualities.most, qualities.first] as [
    number,
    number,
    number,
  ];
  let light: Blob | null = null;
  let heavy: Blob | null = null;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const made = await encode(quality);
    if (made.size > weight.most) {
      heavy = made;
      high = quality;
    } else {
      light = made;
      if (made.size >= weight.least) break;
      low = quality;
    }
    quality = (low + high) / 2;
  }
  return (light ?? heavy) as Blob;
}

/** A JPEG of the size and weight for its kind. Rejects with UnreadablePicture. */
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
    // A drawing with holes would get black ones as a JPEG.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
  }
  return (quality) =>
    new Promise((resolve, reject) => {
      const take = (made: Blob | null) =>
        made ? resolve(made) : reject(new UnreadablePicture('The picture cannot be drawn.'));
      canvas.toBlob(take, 'image/jpeg', quality);
    });
}

/** What a blob holds. `Blob.arrayBuffer` is missing in the oldest browsers that this is for. */
export function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new UnreadablePicture('The picture cannot be read.'));
    reader.readAsArrayBuffer(blob);
  });
}
