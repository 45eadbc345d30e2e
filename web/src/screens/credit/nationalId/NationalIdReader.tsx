import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '#/i18n/text.ts';
import { hasTorch } from '#/screens/credit/camera/stream.ts';
import { partOf, useStream } from '#/screens/credit/camera/useStream.ts';
import { FullScreen } from '#/ui/FullScreen.tsx';
import { findInPhoto, findInVideo } from './findCode.ts';
import { NationalIdView, type ReaderState, type Said } from './NationalIdView.tsx';
import { type NationalId, readNationalId } from './readNationalId.ts';

/** Between two looks, so that a slow phone has time for taps. */
const restMs = 200;

type NationalIdReaderProps = { onRead(card: NationalId): void; onClose(): void };

/** Looks for the code of a National ID through the camera over the whole screen, or in a photo of it. Nothing of it leaves the phone. */
export default function NationalIdReader({ onRead, onClose }: NationalIdReaderProps) {
  const text = useText();
  const [failed, setFailed] = useState<Failed | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [isChecking, setChecking] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const take = (code: string): void => {
    const read = readNationalId(code);
    if (read.kind === 'card') onRead(read.card);
    else setSaid(read.kind);
  };
  const { stream, isShowing, isTorchOn, switchTorch, ...refs } = useLook(failed, setFailed, (code) => isChecking || take(code));
  const lookInto = async (input: HTMLInputElement) => {
    const [photo] = input.files ?? [];
    // The same file may be chosen again.
    input.value = '';
    if (!photo) return;
    setChecking(true);
    const found = await findInPhoto(photo).catch(() => 'unreadable' as const);
    if (isLeft.current) return;
    setChecking(false);
    if (found === 'unreadable') setSaid(found);
    else if (found === null) setSaid('none');
    else take(found);
  };
  const state = (): ReaderState => {
    if (isChecking) return { kind: 'checking' };
    if (failed) return { kind: failed };
    return stream && isShowing ? { kind: 'live', hasTorch: hasTorch(stream), isTorchOn } : { kind: 'asking' };
  };
  const shared = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: (event: { target: HTMLInputElement }) => void lookInto(event.target),
  } as const;
  return (
    <FullScreen label={text('credit.code.title')} onClose={onClose}>
      <NationalIdView
        state={state()}
        said={said}
        onClose={onClose}
        onTorch={switchTorch}
        onAgain={() => {
          setSaid(null);
          setFailed(null);
        }}
        onFiles={() => files.current?.click()}
        onPhone={() => phone.current?.click()}
        {...refs}
      />
      <input {...shared} ref={files} name="nationalIdFile" />
      <input {...shared} ref={phone} name="nationalId" capture="environment" />
    </FullScreen>
  );
}

type Failed = 'denied' | 'asleep';

/** The camera, while it has not failed, with a look at what it shows again and again. */
function useLook(failed: Failed | null, onFailed: (why: Failed) => void, onCode: (code: string) => void) {
  const { video, ...seen } = useStream('idFront', !failed, onFailed);
  const { stream, isShowing } = seen;
  const view = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const look = useEffectEvent(() => {
    const shown = video.current;
    const code = shown && findInVideo(shown, partOf('idFront', shown, view.current, frame.current));
    if (code) onCode(code);
  });
  useEffect(() => {
    if (!stream || !isShowing) return;
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      look();
      timer = setTimeout(again, restMs);
    };
    again();
    return () => clearTimeout(timer);
  }, [stream, isShowing]);
  return { ...seen, videoRef: video, viewRef: view, frameRef: frame };
}
