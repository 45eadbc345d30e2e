// Looks for a QR code in a picture: in a photo, or in what a camera shows at this moment.
import { decodeQR } from 'qr/decode.js';
import { penFor, type Rect } from '#/screens/credit/camera/preparePicture.ts';
import { fitInto } from '#/screens/credit/shrink.ts';

/**
 * A dense code has some hundred modules: of a photo the sizes at which each of them is a few pixels
 * wide.
 */
const photoSidesPx = [1600, 1000, 640];
const frameSidePx = 1000;
/** What may be tried over and above, in ms: a photo is looked at once, a video again and again. */
const [photoMs, frameMs] = [500, 60];

/**
 * The text of the code in a photo, or null. Rejects where the file is no picture that this browser
 * can open.
 */
export async function findInPhoto(photo: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(photo);
  try {
    const whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    for (const sidePx of photoSidesPx) {
      const found = find(bitmap, whole, sidePx, photoMs);
      if (found !== null) return found;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

/** The text of the code in a part of what a video shows, or null. */
export const findInVideo = (video: HTMLVideoElement, part: Rect): string | null =>
  find(video, part, frameSidePx, frameMs);

/**
 * One canvas for all looks: a phone has memory for few, and a video is looked at five times a
 * second.
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
    canvas ??= penFor(size);
    Object.assign(canvas.canvas, size);
    canvas.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
    return decodeQR(canvas.getImageData(0, 0, size.width, size.height), { timeLimit });
  } catch {
    return null; // there is no code in it that can be read, or nothing to draw on just now
  }
}
