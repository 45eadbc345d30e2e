import { useRef } from 'react';
import { type PlainTextId, useText } from '#/i18n/text.ts';
import type { CameraParts } from '#/screens/credit/camera/CameraView.tsx';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { Button } from '#/ui/Button.tsx';
import { CaptureFrame } from '#/ui/CaptureFrame.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { TopBar } from '#/ui/TopBar.tsx';

/**
 * What is wrong with the last code or photo: another kind of code, a code without details, a photo
 * without a code, an unreadable file, or an app camera that failed or is missing.
 */
export type ReaderMessage = 'other' | 'empty' | 'none' | 'unreadable' | 'notShot' | 'asleepInShell';
/** `shell` is the native app, which takes a photo with its own camera. */
export type ReaderState =
  | { kind: 'asking' | 'denied' | 'asleep' | 'shell' }
  | { kind: 'live'; hasTorch: boolean; isTorchOn: boolean };

type NationalIdViewProps = CameraParts & {
  state: ReaderState;
  message: ReaderMessage | null;
  /** Whether a photo is being scanned. */
  isChecking: boolean;
  /** Reopens the browser's camera, or the native shell's. */
  onAgain(): void;
};

const words = {
  other: ['credit.code.other', 'credit.code.otherDetail'],
  empty: ['credit.code.empty', 'credit.code.emptyDetail'],
  none: ['credit.code.none', 'credit.code.noneDetail'],
  unreadable: ['credit.camera.unreadable'],
  notShot: ['credit.camera.shootFailed'],
  asleepInShell: ['credit.camera.asleepInShell'],
  asking: ['credit.camera.asking', 'credit.camera.askingDetail'],
  live: ['credit.code.fit', 'credit.code.fitDetail'],
  shell: ['credit.code.shoot', 'credit.code.fitDetail'],
  denied: ['credit.camera.asleep', 'credit.camera.deniedDetail'],
  asleep: ['credit.camera.asleep', 'credit.camera.asleepDetail'],
} as const satisfies Record<ReaderMessage | ReaderState['kind'], readonly PlainTextId[]>;

/** The camera that scans a National ID's QR code, in every state. */
export function NationalIdView(props: NationalIdViewProps) {
  const {
    state,
    message,
    isChecking,
    onClose,
    onTorch,
    onAgain,
    onFiles,
    onPhone,
    videoRef,
    viewRef,
    frameRef,
  } = props;
  const text = useText();
  const hasFailed = state.kind === 'denied' || state.kind === 'asleep';
  const isShell = state.kind === 'shell';
  const filesButton = useRef<HTMLButtonElement>(null);
  const [title, detail]: readonly PlainTextId[] = isChecking
    ? ['credit.camera.checking']
    : words[message ?? state.kind];
  const again = () => {
    // The pressed button disappears when the camera opens, so move the focus.
    if (!isShell) filesButton.current?.focus();
    onAgain();
  };
  const light = state.kind === 'live' && state.hasTorch && (
    <IconButton
      icon="flash"
      label={text('credit.camera.torch')}
      aria-pressed={state.isTorchOn}
      onClick={onTorch}
    />
  );
  return (
    <CaptureFrame
      shape="code"
      state="looking"
      viewRef={viewRef ?? null}
      frameRef={frameRef ?? null}
      bar={
        <TopBar
          title={text('credit.code.title')}
          onBack={onClose}
          backLabel={text('credit.camera.close')}
          actions={light || undefined}
        />
      }
      title={text(title as PlainTextId)}
      detail={detail && text(detail)}
      actions={
        <>
          {(hasFailed || isShell) && (
            <Button look="sunny" onClick={again}>
              {text(isShell ? 'credit.camera.shoot' : 'credit.camera.again')}
            </Button>
          )}
          {hasFailed && (
            <Button look="soft" onClick={onPhone}>
              {text('credit.camera.phone')}
            </Button>
          )}
          <Button ref={filesButton} look="soft" onClick={onFiles}>
            {text('credit.camera.files')}
          </Button>
          {(hasFailed || message === 'asleepInShell') && <ServiceLink />}
        </>
      }
      privacy={text('credit.code.privacy')}
    >
      {hasFailed || isShell ? (
        <span />
      ) : (
        <video ref={videoRef ?? null} autoPlay muted playsInline />
      )}
    </CaptureFrame>
  );
}
