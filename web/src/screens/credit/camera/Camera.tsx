import { useEffect, useRef, useState } from 'react';
import { useText } from '#/i18n/text.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import { FullScreen } from '#/ui/FullScreen.tsx';
import { type CameraState, CameraView } from './CameraView.tsx';
import {
  captureFrame,
  countFault,
  mayUseAnyway,
  type Prepared,
  preparePicture,
} from './preparePicture.ts';
import { hasTorch } from './stream.ts';
import { partOf, useStream } from './useStream.ts';

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

/**
 * The camera over the whole screen. It is released as soon as the page is hidden or left, and while
 * a photo is reviewed.
 */
export default function Camera({
  purpose,
  first,
  onUse,
  onClose,
  onFiles,
  onElsewhere,
}: CameraProps) {
  const text = useText();
  const [photo, setPhoto] = useState<Prepared | null>(first ?? null);
  const src = useAddress(photo);
  const [failed, setFailed] = useState<'denied' | 'asleep' | 'shooting' | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isLooking = !photo && !failed;
  const { stream, video, isShowing, isTorchOn, switchTorch } = useStream(
    purpose,
    isLooking,
    setFailed,
  );
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
    if (photo && src)
      return { kind: 'look', src, fault: photo.fault, mayUseAnyway: mayUseAnyway(purpose) };
    if (isChecking || photo) return { kind: 'checking' };
    return stream && isShowing
      ? { kind: 'live', hasTorch: hasTorch(stream), isTorchOn }
      : { kind: 'asking' };
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
