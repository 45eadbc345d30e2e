// The camera's stream while somebody looks through it, and which part of what it shows is meant.
import { useEffect, useRef, useState } from 'react';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import { marginShare, type Rect, videoRectUnder } from './preparePicture.ts';
import { closeCamera, openCamera, setTorch } from './stream.ts';

/**
 * What of the video is sent: of an ID the frame and a little around it, of a face all that is seen.
 */
export function partOf(
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

/** The camera's stream while somebody looks through it and the page is in front. */
export function useStream(
  purpose: Purpose,
  isLooking: boolean,
  onFailed: (why: 'denied' | 'asleep') => void,
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
      // Another app, or the phone's settings, may take the camera away while it is used.
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
    const shown = video.current;
    if (!shown) return;
    // An open camera has no picture for a while yet, on a cheap phone for a second or two: until
    // then there is nothing to take.
    const show = () => setShowing(true);
    shown.addEventListener('loadeddata', show);
    shown.srcObject = stream;
    return () => {
      shown.removeEventListener('loadeddata', show);
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
