// Which part of the camera's picture is sent: what the borrower saw, and of an ID little more than the frame. Pure.
import type { Size } from '#/screens/credit/shrink.ts';

export type Rect = Size & { x: number; y: number };

/** Hands shake: so much of the frame's width is kept around it, so that a corner that slipped out is still there. */
export const marginShare = 0.06;

/**
 * The part of a video that lies under a frame. The video fills the view and is cut at two sides (`object-fit: cover`); `frame` is measured from
 * the view's corner. In whole pixels of the video, never outside it.
 */
export function videoRectUnder({ video, view, frame, margin = 0 }: { video: Size; view: Size; frame: Rect; margin?: number }): Rect {
  const scale = Math.max(view.width / video.width, view.height / video.height);
  const left = (video.width * scale - view.width) / 2;
  const top = (video.height * scale - view.height) / 2;
  const around = margin * frame.width;
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value / scale)));
  const x = clamp(left + Math.max(0, frame.x - around), video.width);
  const y = clamp(top + Math.max(0, frame.y - around), video.height);
  const right = clamp(left + Math.min(view.width, frame.x + frame.width + around), video.width);
  const bottom = clamp(top + Math.min(view.height, frame.y + frame.height + around), video.height);
  return { x, y, width: right - x, height: bottom - y };
}
