// Makes a photo small enough for a slow line, on the phone: at most 1600 px, and 150 to 250 kB where its detail allows (docs/decisions/0046). It is
// always drawn anew, so that nothing of what the camera wrote beside it (the place where it was taken) leaves the phone.

export const longestPx = 1600;
/** What a photo is to weigh, in bytes: less loses letters, more takes a slow line too long. */
export const wanted = { least: 150_000, most: 250_000 } as const;

/** Tried in this order until one is light enough: less quality before fewer pixels, because the letters on an ID need their pixels. */
const sidesPx = [longestPx, 1360, 1120, 900] as const;
const qualities = { first: 0.8, least: 0.5, most: 0.92 } as const;
/** Encodings of one drawing at most: a cheap phone takes a fifth of a second for each. */
const mostTries = 4;

export type Size = { width: number; height: number };

/** The size that fits into a square of `sidePx`, in whole pixels; never larger than it was. */
export function fitInto({ width, height }: Size, sidePx: number): Size {
  const scale = Math.min(1, sidePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The file is no picture that this browser can open. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Draws a size, to be encoded with one quality after the other. */
export type Draw = (size: Size) => (quality: number) => Promise<Blob>;

/** Draws in one size after the other, until a quality is found that is light enough; the lightest of the last one is taken as it is. */
export async function shrinkBy(draw: Draw, size: Size): Promise<Blob> {
  let made: Blob | null = null;
  for (const sidePx of sidesPx) {
    made = await weighed(draw(fitInto(size, sidePx)));
    if (made.size <= wanted.most) break;
  }
  return made as Blob;
}

/** Halves the span of qualities until the result weighs what is wanted. Otherwise the heaviest that is light enough, or else the lightest. */
async function weighed(encode: (quality: number) => Promise<Blob>): Promise<Blob> {
  let [low, high, quality] = [qualities.least, qualities.most, qualities.first] as [number, number, number];
  let light: Blob | null = null;
  let heavy: Blob | null = null;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const made = await encode(quality);
    if (made.size > wanted.most) {
      heavy = made;
      high = quality;
    } else {
      light = made;
      if (made.size >= wanted.least) break;
      low = quality;
    }
    quality = (low + high) / 2;
  }
  return (light ?? heavy) as Blob;
}

/** A photo as a JPEG of at most 1600 px and, as far as it can be, 250 kB. Rejects with UnreadablePicture. */
export async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch((cause) => {
    throw new UnreadablePicture('The picture cannot be opened.', { cause });
  });
  try {
    return await shrinkBy((size) => draw(bitmap, size), bitmap);
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
      const take = (made: Blob | null) => (made ? resolve(made) : reject(new UnreadablePicture('The picture cannot be drawn.')));
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
