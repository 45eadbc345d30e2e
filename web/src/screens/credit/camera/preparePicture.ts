// From a photo as it came to one that can be judged and sent.
import type { PictureQuality } from '@sandali/contract/credit.ts';
import { fitInto, shrink } from '#/screens/credit/shrink.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import { copySidePx, type Fault, faultOf, greyOf, qualityOf } from './quality.ts';
import type { Rect } from './videoRect.ts';

/** A photo that may be sent: small, with nothing of where it was taken, and with what was measured on it. */
export type Prepared = { jpeg: Blob; quality: PictureQuality; fault: Fault | null };

/** Makes a photo small and measures it. Rejects with UnreadablePicture. */
export async function preparePicture(purpose: Purpose, photo: Blob): Promise<Prepared> {
  const jpeg = await shrink(photo);
  const bitmap = await createImageBitmap(jpeg);
  try {
    const { width, height } = bitmap;
    const copy = fitInto(bitmap, copySidePx);
    const pen = penFor(copy);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(bitmap, 0, 0, copy.width, copy.height);
    const quality = qualityOf(greyOf(pen.getImageData(0, 0, copy.width, copy.height)));
    return { jpeg, quality, fault: faultOf(purpose, { width, height }, quality) };
  } finally {
    bitmap.close();
  }
}

/** Takes a part of what a video shows at this moment. Rejects where it shows nothing. */
export async function captureFrame(video: HTMLVideoElement, { x, y, width, height }: Rect): Promise<Blob> {
  const pen = penFor({ width, height });
  pen.drawImage(video, x, y, width, height, 0, 0, width, height);
  return await new Promise((resolve, reject) => {
    const take = (made: Blob | null) => (made ? resolve(made) : reject(new Error('The camera showed nothing.')));
    pen.canvas.toBlob(take, 'image/jpeg', 0.95);
  });
}

function penFor({ width, height }: { width: number; height: number }): CanvasRenderingContext2D {
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('This browser draws nothing.');
  return pen;
}
