// Finds a QR code in a photo or in a video's current frame.
import { decodeQR } from 'qr/decode.js';
import { createPen, type Rect } from '#/screens/credit/camera/preparePicture.ts';
import { fitInto } from '#/screens/credit/shrink.ts';

/**
 * Sizes to try. A dense code has about a hundred modules, each a few pixels wide at one of these
 * sizes.
 */
const photoSidesPx = [1600, 1000, 640];
const frameSidePx = 1000;
/** Time limits for decoding, in ms: a photo is decoded once, a video repeatedly. */
const [photoMs, frameMs] = [500, 60];

/**
 * Returns the text of a photo's QR code, or null. Rejects if the browser cannot open the picture.
 */
export async function findInPhoto(photo: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(photo);
  try {
    const whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    for (const sidePx of photoSidesPx) {
      const code = find(bitmap, whole, sidePx, photoMs);
      if (code !== null) return code;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

/** Returns the text of the QR code in a part of a video's current frame, or null. */
export const findInVideo = (video: HTMLVideoElement, part: Rect): string | null =>
  find(video, part, frameSidePx, frameMs);

/**
 * A single canvas for all scans, because phones have little memory and a video is scanned five
 * times a second.
 */
let canvas: CanvasRenderingContext2D | null = null;

function find(
  picture: CanvasImageSource,
  { x, y, width, height }: Rect,
  sidePx: number,
  timeLimit: number,
): string | null {
  const size = fitInto({ width, height }, sidePx);
  try {
    canvas ??= createPen(size);
    Object.assign(canvas.canvas, size);
    canvas.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
    return decodeQR(canvas.getImageData(0, 0, size.width, size.height), { timeLimit });
  } catch {
    return null; // no readable code, or no canvas right now
  }
}
