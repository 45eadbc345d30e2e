import type { Ref } from 'react';
import { type PlainTextId, useText } from '#/i18n/text.ts';
import { Button } from '#/ui/Button.tsx';
import { CaptureFrame } from '#/ui/CaptureFrame.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { TopBar } from '#/ui/TopBar.tsx';

/** What is said of the last code or photo: another code, one without details, a photo without a code, a file that is no picture. */
export type Said = 'other' | 'empty' | 'none' | 'unreadable';
export type ReaderState =
  | { kind: 'asking' | 'checking' }
  | { kind: 'live'; hasTorch: boolean; isTorchOn: boolean }
  | { kind: 'denied' | 'asleep' };

type NationalIdViewProps = {
  state: ReaderState;
  said: Said | null;
  onClose(): void;
  onTorch(): void;
  onAgain(): void;
  onFiles(): void;
  /** Opens the phone's own camera by the file input. */
  onPhone(): void;
  videoRef?: Ref<HTMLVideoElement>;
  viewRef?: Ref<HTMLDivElement>;
  frameRef?: Ref<HTMLDivElement>;
};

const words = {
  other: ['credit.code.other', 'credit.code.otherDetail'],
  empty: ['credit.code.empty', 'credit.code.emptyDetail'],
  none: ['credit.code.none', 'credit.code.noneDetail'],
  unreadable: ['credit.camera.unreadable'],
  asking: ['credit.camera.asking', 'credit.camera.askingDetail'],
  checking: ['credit.camera.checking'],
  live: ['credit.code.fit', 'credit.code.fitDetail'],
  denied: ['credit.camera.asleep', 'credit.camera.deniedDetail'],
  asleep: ['credit.camera.asleep', 'credit.camera.asleepDetail'],
} as const satisfies Record<Said | ReaderState['kind'], readonly PlainTextId[]>;

/** The camera that looks for the QR code of a National ID, in every state. */
export function NationalIdView(props: NationalIdViewProps) {
  const { state, said, onClose, onTorch, onAgain, onFiles, onPhone, videoRef, viewRef, frameRef } = props;
  const text = useText();
  const hasFailed = state.kind === 'denied' || state.kind === 'asleep';
  const [title, detail]: readonly PlainTextId[] = words[state.kind === 'checking' ? 'checking' : (said ?? state.kind)];
  const light = state.kind === 'live' && state.hasTorch && (
    <IconButton icon="flash" label={text('credit.camera.torch')} aria-pressed={state.isTorchOn} onClick={onTorch} />
  );
  return (
    <CaptureFrame
      shape="code"
      state="looking"
      viewRef={viewRef ?? null}
      frameRef={frameRef ?? null}
      bar={
        <TopBar title={text('credit.code.title')} onBack={onClose} backLabel={text('credit.camera.close')} actions={light || undefined} />
      }
      title={text(title as PlainTextId)}
      detail={detail && text(detail)}
      actions={
        <>
          {hasFailed && (
            <Button look="sunny" onClick={onAgain}>
              {text('credit.camera.again')}
            </Button>
          )}
          {hasFailed && (
            <Button look="soft" onClick={onPhone}>
              {text('credit.camera.phone')}
            </Button>
          )}
          <Button look="soft" onClick={onFiles}>
            {text('credit.camera.files')}
          </Button>
        </>
      }
      privacy={text('credit.code.privacy')}
    >
      {hasFailed ? <span /> : <video ref={videoRef ?? null} autoPlay muted playsInline />}
    </CaptureFrame>
  );
}
