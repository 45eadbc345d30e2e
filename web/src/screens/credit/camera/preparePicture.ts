// Prepares a photo for checking and sending.
import type { PictureQuality } from '@sandali/contract/credit.ts';
import { onSessionEnd } from '#/client/session.ts';
import { fitInto, type Size, shrink } from '#/screens/credit/shrink.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import { copySidePx, type Fault, faultOf, greyOf, lightOf, qualityOf } from './quality.ts';

/** A photo ready to send: resized, stripped of its location, and measured. */
export type Prepared = { jpeg: Blob; quality: PictureQuality; fault: Fault | null };

/**
 * Shrinks a photo and measures it. Rejects with UnreadablePicture if the browser cannot open it.
 */
export async function preparePicture(purpose: Purpose, photo: Blob): Promise<Prepared> {
  const jpeg = await shrink(photo, 'id');
  const bitmap = await createImageBitmap(jpeg);
  try {
    const { width, height } = bitmap;
    const copy = fitInto(bitmap, copySidePx);
    const pen = createPen(copy);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(bitmap, 0, 0, copy.width, copy.height);
    const grey = greyOf(pen.getImageData(0, 0, copy.width, copy.height));
    const quality = qualityOf(grey);
    return {
      jpeg,
      quality,
      fault: faultOf(purpose, { width, height }, { ...quality, ...lightOf(grey) }),
    };
  } finally {
    bitmap.close();
  }
}

/** Captures a part of a video's current frame as a JPEG. Rejects if the video has no frame yet. */
export async function captureFrame(
  video: HTMLVideoElement,
  { x, y, width, height }: Rect,
): Promise<Blob> {
  const pen = createPen({ width, height });
  pen.drawImage(video, x, y, width, height, 0, 0, width, height);
  return await new Promise((resolve, reject) => {
    const settle = (jpeg: Blob | null) =>
      jpeg ? resolve(jpeg) : reject(new Error('The camera delivered no picture.'));
    pen.canvas.toBlob(settle, 'image/jpeg', 0.95);
  });
}

/** Returns the drawing context of a new canvas of this size. */
export function createPen({
  width,
  height,
}: {
  width: number;
  height: number;
}): CanvasRenderingContext2D {
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!pen) throw new Error('This browser cannot draw the picture.');
  return pen;
}

// Faulty photos are counted per purpose: from the second one on, the borrower may use a faulty
// photo.

const bad = new Map<Purpose, number>();

/** Counts a faulty photo; a good photo resets the count. */
export function countFault(purpose: Purpose, fault: Fault | null): void {
  bad.set(purpose, fault ? (bad.get(purpose) ?? 0) + 1 : 0);
}

/** Whether a faulty photo may be used anyway: true from the second faulty photo on. */
export function mayUseAnyway(purpose: Purpose): boolean {
  return (bad.get(purpose) ?? 0) > 1;
}

onSessionEnd(() => bad.clear());

// Computes which part of the camera's picture to send: the visible part, or for an ID slightly more
// than the frame.

export type Rect = Size & { x: number; y: number };

/**
 * The margin around the frame, as a share of its width. It preserves corners that shaking hands
 * move out of the frame.
 */
export const marginShare = 0.06;

/**
 * Returns the part of a video under a frame, in whole pixels of the video. The video covers the
 * view (`object-fit: cover`); `frame` is relative to the view; `margin` is a share of the frame's
 * width.
 */
export function videoRectUnder({
  video,
  view,
  frame,
  margin = 0,
}: {
  video: Size;
  view: Size;
  frame: Rect;
  margin?: number;
}): Rect {
  const scale = Math.max(view.width / video.width, view.height / video.height);
  const left = (video.width * scale - view.width) / 2;
  const top = (video.height * scale - view.height) / 2;
  const around = margin * frame.width;
  const clamp = (value: number, most: number) =>
    Math.min(most, Math.max(0, Math.round(value / scale)));
  const x = clamp(left + Math.max(0, frame.x - around), video.width);
  const y = clamp(top + Math.max(0, frame.y - around), video.height);
  const right = clamp(left + Math.min(view.width, frame.x + frame.width + around), video.width);
  const bottom = clamp(top + Math.min(view.height, frame.y + frame.height + around), video.height);
  return { x, y, width: right - x, height: bottom - y };
}
