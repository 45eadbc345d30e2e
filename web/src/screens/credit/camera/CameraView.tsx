import type { Ref } from 'react';
import { useText } from '#/i18n/text.ts';
import type { Purpose } from '#/screens/credit/takenPictures.ts';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { Button } from '#/ui/Button.tsx';
import { CaptureFrame } from '#/ui/CaptureFrame.tsx';
import { IconButton } from '#/ui/IconButton.tsx';
import { TopBar } from '#/ui/TopBar.tsx';
import css from './Camera.module.css';
import type { Fault } from './quality.ts';

export type CameraState =
  /** The phone is asking for permission, or the camera is starting. */
  | { kind: 'asking' }
  | { kind: 'live'; hasTorch: boolean; isTorchOn: boolean }
  | { kind: 'checking' }
  /** The photo and its fault. From the second faulty photo on, it may be used anyway. */
  | { kind: 'look'; src: string; fault: Fault | null; mayUseAnyway: boolean }
  | { kind: 'failed'; reason: 'denied' | 'asleep' | 'shooting' };

/** Props shared by all full-screen cameras. */
export type CameraParts = {
  onClose(): void;
  onTorch(): void;
  /** Opens the phone's files. */
  onFiles(): void;
  /** Opens the phone's own camera through the file input. */
  onPhone(): void;
  videoRef?: Ref<HTMLVideoElement>;
  viewRef?: Ref<HTMLDivElement>;
  frameRef?: Ref<HTMLDivElement>;
};

type CameraViewProps = CameraParts & {
  purpose: Purpose;
  state: CameraState;
  onShoot(): void;
  onRetake(): void;
  onUse(): void;
};

/**
 * The camera in every state: asking for permission, live, reviewing a photo, or failed (with other
 * ways to continue).
 */
export function CameraView(props: CameraViewProps) {
  const { purpose, state, onClose, onShoot, onTorch, videoRef, viewRef, frameRef } = props;
  const text = useText();
  const { title, detail } = useCameraTexts(purpose, state);
  const isLive = state.kind === 'live';
  const light = isLive && state.hasTorch && (
    <IconButton
      icon="flash"
      label={text('credit.camera.torch')}
      aria-pressed={state.isTorchOn}
      onClick={onTorch}
    />
  );
  return (
    <CaptureFrame
      shape={purpose === 'idFront' ? 'card' : 'holding'}
      state={state.kind === 'look' ? 'still' : 'looking'}
      viewRef={viewRef ?? null}
      frameRef={frameRef ?? null}
      bar={
        <TopBar
          title={text(`credit.camera.${purpose}`)}
          onBack={onClose}
          backLabel={text('credit.camera.close')}
          actions={light || undefined}
        />
      }
      title={title}
      detail={detail}
      onShoot={isLive ? onShoot : undefined}
      shootLabel={text('credit.camera.shoot')}
      start={isLive && <IconButton text={text('credit.camera.files')} onClick={props.onFiles} />}
      actions={<Actions {...props} />}
      privacy={state.kind === 'failed' ? undefined : text('credit.camera.privacy')}
    >
      {state.kind === 'look' ? (
        <img src={state.src} alt={text('credit.camera.photoAlt')} />
      ) : state.kind === 'failed' ? (
        <span />
      ) : (
        <video
          ref={videoRef ?? null}
          className={purpose === 'selfie' ? css.mirrored : undefined}
          autoPlay
          muted
          playsInline
        />
      )}
    </CaptureFrame>
  );
}

function useCameraTexts(purpose: Purpose, state: CameraState): { title: string; detail?: string } {
  const text = useText();
  switch (state.kind) {
    case 'asking':
      return { title: text('credit.camera.asking'), detail: text('credit.camera.askingDetail') };
    case 'live':
      return {
        title: text(`credit.camera.fit.${purpose}`),
        detail: text(`credit.camera.fitDetail.${purpose}`),
      };
    case 'checking':
      return { title: text('credit.camera.checking') };
    case 'look':
      if (!state.fault) return { title: text(`credit.camera.look.${purpose}`) };
      return {
        title: text(`credit.camera.${state.fault}`),
        detail: text(`credit.camera.${state.fault}Detail`),
      };
    case 'failed':
      if (state.reason === 'shooting') return { title: text('credit.camera.shootFailed') };
      return {
        title: text('credit.camera.asleep'),
        detail: text(`credit.camera.${state.reason}Detail`),
      };
  }
}

function Actions({ state, onRetake, onUse, onFiles, onPhone }: CameraViewProps) {
  const text = useText();
  if (state.kind === 'look') {
    const { fault, mayUseAnyway } = state;
    return (
      <>
        <Button look={fault && !mayUseAnyway ? 'sunny' : 'soft'} onClick={onRetake}>
          {text('credit.camera.retake')}
        </Button>
        {(!fault || mayUseAnyway) && (
          <Button look="sunny" onClick={onUse}>
            {text(fault ? 'credit.camera.useAnyway' : 'credit.camera.use')}
          </Button>
        )}
      </>
    );
  }
  if (state.kind !== 'failed') return null;
  return (
    <>
      <Button look="sunny" onClick={onRetake}>
        {text('credit.camera.again')}
      </Button>
      <Button look="soft" onClick={onPhone}>
        {text('credit.camera.phone')}
      </Button>
      <Button look="soft" onClick={onFiles}>
        {text('credit.camera.files')}
      </Button>
      <ServiceLink />
    </>
  );
}
