// Makes a photo small enough for a slow line, on the phone: at most 1600 px and 400 kB (protocol.md). It is always drawn anew, so that nothing
// of what the camera wrote beside it (the place where it was taken) leaves the phone.

export const longestPx = 1600;
export const mostBytes = 400_000;

/** Tried in this order until one is small enough: less quality before fewer pixels, because the letters on an ID need their pixels. */
const tries = [
  { sidePx: longestPx, quality: 0.85 },
  { sidePx: longestPx, quality: 0.7 },
  { sidePx: 1360, quality: 0.7 },
  { sidePx: 1120, quality: 0.65 },
  { sidePx: 900, quality: 0.55 },
] as const;

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

/** Draws with one quality after the other until the result is small enough; the last one is taken as it is. */
export async function shrinkBy(drawn: (size: Size, quality: number) => Promise<Blob>, size: Size): Promise<Blob> {
  let made: Blob | undefined;
  for (const { sidePx, quality } of tries) {
    made = await drawn(fitInto(size, sidePx), quality);
    if (made.size <= mostBytes) break;
  }
  return made as Blob;
}

/** A photo as a JPEG of at most 1600 px and, as far as it can be, 400 kB. Rejects with UnreadablePicture. */
export async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch((cause) => {
    throw new UnreadablePicture('The picture cannot be opened.', { cause });
  });
  try {
    return await shrinkBy((size, quality) => draw(bitmap, size, quality), bitmap);
  } finally {
    bitmap.close();
  }
}

function draw(bitmap: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  // A drawing with holes would get black ones as a JPEG.
  if (pen) pen.fillStyle = '#fff';
  pen?.fillRect(0, 0, width, height);
  pen?.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    const take = (made: Blob | null) => (made ? resolve(made) : reject(new UnreadablePicture('The picture cannot be drawn.')));
    canvas.toBlob(take, 'image/jpeg', quality);
  });
}

/** Bytes as the upload call takes them: base64 with + and /. */
export function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new UnreadablePicture('The picture cannot be read.'));
    reader.readAsDataURL(blob);
  });
}
