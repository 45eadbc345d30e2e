// The camera's stream while it is in use, and the part of its picture to send.
import { useEffect, useRef, useState } from 'react';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import { marginShare, type Rect, videoRectUnder } from './preparePicture.ts';
import { closeCamera, openCamera, setTorch } from './stream.ts';

/**
 * Returns the part of the video to send: for an ID the frame with a margin, for a face the whole
 * view.
 */
export function capturedRect(
  purpose: Purpose,
  video: HTMLVideoElement,
  view: HTMLElement | null,
  frame: HTMLElement | null,
): Rect {
  const around =
    view?.getBoundingClientRect() ?? new DOMRect(0, 0, video.videoWidth, video.videoHeight);
  const under = purpose === 'idFront' ? frame?.getBoundingClientRect() : undefined;
  const whole = { x: 0, y: 0, width: around.width, height: around.height };
  return videoRectUnder({
    video: { width: video.videoWidth, height: video.videoHeight },
    view: around,
    frame: under
      ? { x: under.x - around.x, y: under.y - around.y, width: under.width, height: under.height }
      : whole,
    margin: under ? marginShare : 0,
  });
}

/** Keeps the camera open while `isLooking` is true and the page is visible. */
export function useStream(
  purpose: Purpose,
  isLooking: boolean,
  onFailed: (reason: 'denied' | 'asleep') => void,
) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [isTorchOn, setTorchOn] = useState(false);
  const [isShowing, setShowing] = useState(false);
  const isVisible = useVisible();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!isLooking || !isVisible) return;
    let running: MediaStream | null = null;
    let isLeft = false;
    void openCamera(purpose).then((opened) => {
      if (opened.kind !== 'open') return isLeft || onFailed(opened.kind);
      if (isLeft) return closeCamera(opened.stream);
      running = opened.stream;
      // Another app or a changed setting can end the camera's stream.
      for (const track of running.getTracks())
        track.addEventListener('ended', () => isLeft || onFailed('asleep'));
      setStream(running);
    });
    return () => {
      isLeft = true;
      if (running) closeCamera(running);
      setStream(null);
      setTorchOn(false);
    };
  }, [purpose, isLooking, isVisible, onFailed]);
  useEffect(() => {
    const player = video.current;
    if (!player) return;
    // A camera may take seconds to deliver its first frame. Until then there is nothing to capture.
    const show = () => setShowing(true);
    player.addEventListener('loadeddata', show);
    player.srcObject = stream;
    return () => {
      player.removeEventListener('loadeddata', show);
      setShowing(false);
    };
  }, [stream]);
  const switchTorch = () => stream && void setTorch(stream, !isTorchOn).then(setTorchOn);
  return { stream, video, isShowing, isTorchOn, switchTorch };
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
