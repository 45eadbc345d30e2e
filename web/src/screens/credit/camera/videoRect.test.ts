import { expect, test } from 'vitest';
import { videoRectUnder } from './preparePicture.ts';

const view = { width: 360, height: 480 };
const all = { x: 0, y: 0, ...view };

test('the visible part is the middle of a video that is wider or taller than the view', () => {
  expect(videoRectUnder({ video: { width: 1920, height: 1080 }, view, frame: all })).toEqual({
    x: 555,
    y: 0,
    width: 810,
    height: 1080,
  });
  expect(videoRectUnder({ video: { width: 1080, height: 1920 }, view, frame: all })).toEqual({
    x: 0,
    y: 240,
    width: 1080,
    height: 1440,
  });
});

test('the captured part is the frame plus a margin, cut off at the edge of the view', () => {
  const frame = { x: 20, y: 135, width: 320, height: 210 };
  const video = { width: 1080, height: 1440 };
  expect(videoRectUnder({ video, view, frame })).toEqual({
    x: 60,
    y: 405,
    width: 960,
    height: 630,
  });
  expect(videoRectUnder({ video, view, frame, margin: 0.06 })).toEqual({
    x: 2,
    y: 347,
    width: 1076,
    height: 746,
  });
  expect(videoRectUnder({ video, view, frame, margin: 0.5 })).toEqual({
    x: 0,
    y: 0,
    width: 1080,
    height: 1440,
  });
});
