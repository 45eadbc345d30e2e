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
import { capturedRect, useStream } from './useStream.ts';

type CameraProps = {
  purpose: Purpose;
  /** A faulty photo from another source, to be reviewed first. Without it, the camera opens. */
  first?: Prepared | undefined;
  onUse(prepared: Prepared, from: 'camera' | 'elsewhere'): void;
  onClose(): void;
  onFiles(): void;
  /** Reopens the source of the first photo: the phone's camera or its files. */
  onElsewhere(): void;
};

/**
 * The full-screen camera. It is released while the page is hidden and while a photo is reviewed.
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
  const src = useObjectUrl(photo);
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

  const shoot = async () => {
    const player = video.current;
    if (!player || isChecking) return;
    setChecking(true);
    try {
      const photo = captureFrame(
        player,
        capturedRect(purpose, player, view.current, frame.current),
      );
      // Pause the video while the photo is reviewed.
      player.pause();
      const prepared = await preparePicture(purpose, await photo);
      countFault(purpose, prepared.fault);
      setPhoto(prepared);
    } catch {
      setFailed('shooting'); // the camera returned no picture
    }
    setChecking(false);
  };
  const again = () => {
    if (photo && photo === first) return onElsewhere();
    setFailed(null);
    setPhoto(null);
  };
  const state = (): CameraState => {
    if (failed) return { kind: 'failed', reason: failed };
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
        onShoot={() => void shoot()}
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

/** Returns the URL of a photo, valid while the photo is shown. */
function useObjectUrl(photo: Prepared | null): string | null {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    if (!photo) return;
    const url = URL.createObjectURL(photo.jpeg);
    setSrc(url);
    return () => {
      URL.revokeObjectURL(url);
      setSrc(null);
    };
  }, [photo]);
  return src;
}
