import { useEffect, useRef, useState } from 'react';
import { useText } from '#/i18n/text.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import { FullScreen } from '#/ui/FullScreen.tsx';
import { type CameraState, CameraView } from './CameraView.tsx';
import {
  captureFrame,
  countFault,
  marginShare,
  mayUseAnyway,
  type Prepared,
  preparePicture,
  type Rect,
  videoRectUnder,
} from './preparePicture.ts';
import { closeCamera, hasTorch, openCamera, setTorch } from './stream.ts';

type CameraProps = {
  purpose: Purpose;
  /** A photo that came from elsewhere and is not good enough; without it the camera opens. */
  first?: Prepared | undefined;
  onUse(prepared: Prepared, from: 'camera' | 'elsewhere'): void;
  onClose(): void;
  onFiles(): void;
  /** Opens what took the first photo: the phone's own camera, or its files. */
  onElsewhere(): void;
};

/** The camera over the whole screen. It is released as soon as the page is hidden or left, and while a photo is reviewed. */
export default function Camera({ purpose, first, onUse, onClose, onFiles, onElsewhere }: CameraProps) {
  const text = useText();
  const [photo, setPhoto] = useState<Prepared | null>(first ?? null);
  const src = useAddress(photo);
  const [failed, setFailed] = useState<'denied' | 'asleep' | 'shooting' | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isLooking = !photo && !failed;
  const { stream, video, isShowing, isTorchOn, switchTorch } = useStream(purpose, isLooking, setFailed);
  const view = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);

  const take = async () => {
    const seen = video.current;
    if (!seen || isChecking) return;
    setChecking(true);
    try {
      const photo = captureFrame(seen, partOf(purpose, seen, view.current, frame.current));
      // Paused while the picture is reviewed.
      seen.pause();
      const taken = await preparePicture(purpose, await photo);
      countFault(purpose, taken.fault);
      setPhoto(taken);
    } catch {
      setFailed('shooting'); // for whatever reason, the camera gave no picture
    }
    setChecking(false);
  };
  const again = () => {
    if (photo && photo === first) return onElsewhere();
    setFailed(null);
    setPhoto(null);
  };
  const state = (): CameraState => {
    if (failed) return { kind: 'failed', why: failed };
    if (photo && src) return { kind: 'look', src, fault: photo.fault, mayUseAnyway: mayUseAnyway(purpose) };
    if (isChecking || photo) return { kind: 'checking' };
    return stream && isShowing ? { kind: 'live', hasTorch: hasTorch(stream), isTorchOn } : { kind: 'asking' };
  };
  return (
    <FullScreen label={text(`credit.camera.${purpose}`)} onClose={onClose}>
      <CameraView
        purpose={purpose}
        state={state()}
        onClose={onClose}
        onShoot={() => void take()}
        onTorch={switchTorch}
        onRetake={again}
        onUse={() => photo && onUse(photo, photo === first ? 'elsewhere' : 'camera')}
        onFiles={onFiles}
        onPhone={onElsewhere}
        videoRef={video}
        viewRef={view}
        frameRef={frame}
      />
    </FullScreen>
  );
}

/** What of the video is sent: of an ID the frame and a little around it, of a face all that is seen. */
function partOf(purpose: Purpose, video: HTMLVideoElement, view: HTMLElement | null, frame: HTMLElement | null): Rect {
  const around = view?.getBoundingClientRect() ?? new DOMRect(0, 0, video.videoWidth, video.videoHeight);
  const under = purpose === 'idFront' ? frame?.getBoundingClientRect() : undefined;
  const whole = { x: 0, y: 0, width: around.width, height: around.height };
  return videoRectUnder({
    video: { width: video.videoWidth, height: video.videoHeight },
    view: around,
    frame: under ? { x: under.x - around.x, y: under.y - around.y, width: under.width, height: under.height } : whole,
    margin: under ? marginShare : 0,
  });
}

/** The address of a photo, for as long as it is shown. */
function useAddress(photo: Prepared | null): string | null {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    if (!photo) return;
    const made = URL.createObjectURL(photo.jpeg);
    setSrc(made);
    return () => {
      URL.revokeObjectURL(made);
      setSrc(null);
    };
  }, [photo]);
  return src;
}

/** The camera's stream while somebody looks through it and the page is in front. */
function useStream(purpose: Purpose, isLooking: boolean, onFailed: (why: 'denied' | 'asleep') => void) {
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
      for (const track of running.getTracks()) track.addEventListener('ended', () => isLeft || onFailed('asleep'));
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
    // An open camera has no picture for a while yet, on a cheap phone for a second or two: until then there is nothing to take.
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
