import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { shellSupports } from '#/client/bridge.ts';
import { takePicture } from '#/client/bridgeCalls.ts';
import { useText } from '#/i18n/text.ts';
import { hasTorch } from '#/screens/credit/camera/stream.ts';
import { capturedRect, useStream } from '#/screens/credit/camera/useStream.ts';
import { FullScreen } from '#/ui/FullScreen.tsx';
import { findInPhoto, findInVideo } from './findCode.ts';
import { NationalIdView, type ReaderMessage, type ReaderState } from './NationalIdView.tsx';
import { type NationalId, readNationalId } from './readNationalId.ts';

/** The pause between two scans, which lets a slow phone handle taps. */
const restMs = 200;
/**
 * How long a message is shown over the camera. After that, the same message can be announced again.
 */
const messageMs = 8000;

type NationalIdReaderProps = { onRead(card: NationalId): void; onClose(): void };

/**
 * Reads a National ID's code with the full-screen camera or from a photo. The code never leaves the
 * phone.
 */
export default function NationalIdReader({ onRead, onClose }: NationalIdReaderProps) {
  const text = useText();
  const inShell = shellSupports('takePicture');
  const [failed, setFailed] = useState<Failed | null>(null);
  const { message, setMessage, isChecking, readCode, lookInto, shootInShell } = useReading(onRead);
  const fail = useCallback(
    (reason: Failed) => {
      setMessage(null);
      setFailed(reason);
    },
    [setMessage],
  );
  const { stream, isShowing, isTorchOn, switchTorch, ...refs } = useCodeScan(
    !inShell && !failed,
    fail,
    (code) => isChecking || readCode(code),
  );
  useEffect(() => {
    if (!message || !isShowing) return;
    const timer = setTimeout(() => setMessage(null), messageMs);
    return () => clearTimeout(timer);
  }, [message, setMessage, isShowing]);
  const files = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const state = (): ReaderState => {
    if (inShell) return { kind: 'shell' };
    if (failed) return { kind: failed };
    return stream && isShowing
      ? { kind: 'live', hasTorch: hasTorch(stream), isTorchOn }
      : { kind: 'asking' };
  };
  const again = () => {
    setMessage(null);
    setFailed(null);
    if (inShell) void shootInShell();
  };
  const shared = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      void lookInto(target.files?.[0]);
      // Reset the input, so that the same file can be chosen again.
      target.value = '';
    },
  } as const;
  return (
    <FullScreen label={text('credit.code.title')} onClose={onClose}>
      <NationalIdView
        state={state()}
        message={message}
        isChecking={isChecking}
        onClose={onClose}
        onTorch={switchTorch}
        onAgain={again}
        onFiles={() => files.current?.click()}
        onPhone={() => phone.current?.click()}
        {...refs}
      />
      <input {...shared} ref={files} name="nationalIdFile" />
      <input {...shared} ref={phone} name="nationalId" capture="environment" />
    </FullScreen>
  );
}

/**
 * Reads codes and photos until it finds a National ID, and says what is wrong with each of the
 * others.
 */
function useReading(onRead: (card: NationalId) => void) {
  const [message, setMessage] = useState<ReaderMessage | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const readCode = (code: string): void => {
    const read = readNationalId(code);
    if (read.kind === 'card') onRead(read.card);
    else setMessage(read.kind);
  };
  const lookInto = async (photo: File | undefined) => {
    if (!photo) return;
    setChecking(true);
    const code = await findInPhoto(photo).catch(() => 'unreadable' as const);
    if (isLeft.current) return;
    setChecking(false);
    if (code === 'unreadable') setMessage(code);
    else if (code === null) setMessage('none');
    else readCode(code);
  };
  const shootInShell = async () => {
    const shot = await takePicture('idFront');
    if (isLeft.current || shot.kind === 'cancelled') return;
    if (shot.kind === 'done') await lookInto(shot.data);
    else setMessage(shot.kind === 'failed' ? 'notShot' : 'asleepInShell');
  };
  return { message, setMessage, isChecking, readCode, lookInto, shootInShell };
}

type Failed = 'denied' | 'asleep';

/** Scans the camera's picture repeatedly. */
function useCodeScan(
  isLooking: boolean,
  onFailed: (reason: Failed) => void,
  onCode: (code: string) => void,
) {
  const { video, ...seen } = useStream('idFront', isLooking, onFailed);
  const { stream, isShowing } = seen;
  const view = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const look = useEffectEvent(() => {
    const player = video.current;
    const code =
      player && findInVideo(player, capturedRect('idFront', player, view.current, frame.current));
    if (code) onCode(code);
  });
  useEffect(() => {
    if (!stream || !isShowing) return;
    let timer: ReturnType<typeof setTimeout>;
    const scan = () => {
      timer = setTimeout(scan, restMs);
      look();
    };
    scan();
    return () => clearTimeout(timer);
  }, [stream, isShowing]);
  return { ...seen, videoRef: video, viewRef: view, frameRef: frame };
}
