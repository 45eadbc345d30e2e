import { manilaDay } from '@sandali/contract/day.ts';
import { useEffect, useRef } from 'react';
import { fieldId } from '#/client/write.ts';
import { formatDay, formatTime } from '#/i18n/days.ts';
import { currentLocale, useText } from '#/i18n/text.ts';
import { ServiceLink } from '#/shell/CustomerService.tsx';
import { Stack } from '#/ui/Layout.tsx';
import { Note } from '#/ui/Note.tsx';
import { Text as Words } from '#/ui/Text.tsx';
import { TextButton } from '#/ui/TextLink.tsx';
import { UploadTile } from '#/ui/UploadTile.tsx';
import type { Inputs, Purpose } from './takenPictures.ts';
import type { PictureWork } from './usePicture.ts';

type Props = { purpose: Purpose; picture: PictureWork; error: string | undefined };

/**
 * A tile for one photo. Tapping it opens the camera; the last action in the tile opens the phone's
 * files.
 */
export function PictureInput({ purpose, picture, error }: Props) {
  const text = useText();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { state, src, bytes, percent, sentAt, take, shoot, retry, cancel } = picture;
  const isMoving = state === 'shrinking' || state === 'sending';
  const canRetry = state === 'failed' && bytes !== null;
  const inputs: Inputs = {
    files: () => files.current?.click(),
    capture: () => camera.current?.click(),
  };
  const openCamera = () => (shoot ? shoot(inputs) : inputs.capture());
  const accept = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) take(file, inputs);
    // Reset the input, so that the same file can be chosen again.
    input.value = '';
  };
  const title = text(`credit.id.${purpose}`);
  const shared = {
    type: 'file',
    accept: 'image/*',
    hidden: true,
    onChange: (event: { target: HTMLInputElement }) => accept(event.target),
  } as const;
  return (
    <Stack id={fieldId(purposeField(purpose))} gap={1}>
      <UploadTile
        title={title}
        icon={purpose === 'idFront' ? 'id' : 'camera'}
        state={state === 'shrinking' ? 'sending' : state}
        picture={src ? { src, alt: text(`credit.id.${purpose}Alt`) } : undefined}
        percent={state === 'sending' ? percent : 0}
        stateText={useStateText(picture)}
        takeLabel={text(
          canRetry ? 'credit.id.again' : src || sentAt ? 'credit.id.retake' : 'credit.id.take',
        )}
        onTake={() => (canRetry ? retry() : openCamera())}
        actions={
          <>
            {!isMoving && (
              <PictureAction
                title={title}
                words={text('credit.id.fromFiles')}
                onClick={inputs.files}
              />
            )}
            {canRetry && (
              <PictureAction title={title} words={text('credit.id.retake')} onClick={openCamera} />
            )}
            {state === 'sending' && (
              <PictureAction title={title} words={text('credit.id.cancel')} onClick={cancel} />
            )}
          </>
        }
      />
      {error && (
        <Words size="s" tone="bad">
          {error}
        </Words>
      )}
      <input
        {...shared}
        ref={camera}
        name={purpose}
        capture={purpose === 'idFront' ? 'environment' : 'user'}
      />
      <input {...shared} ref={files} name={`${purpose}File`} />
    </Stack>
  );
}

function PictureAction({
  title,
  words,
  onClick,
}: {
  title: string;
  words: string;
  onClick(): void;
}) {
  return (
    <Words size="s">
      <TextButton isAlone onClick={onClick} aria-label={`${title}: ${words}`}>
        {words}
      </TextButton>
    </Words>
  );
}

function useStateText({ state, percent, sentAt }: PictureWork): string | undefined {
  const text = useText();
  if (sentAt)
    return text('credit.id.state.before', {
      day: formatDay(manilaDay(sentAt), currentLocale()),
      time: formatTime(sentAt),
    });
  if (state === 'sending') return text('credit.id.state.sending', { percent });
  return state === 'empty' || state === 'failed' ? undefined : text(`credit.id.state.${state}`);
}

/** Returns the name of the call's field for a photo's id. */
export function purposeField(purpose: Purpose): 'frontPictureId' | 'selfiePictureId' {
  return purpose === 'idFront' ? 'frontPictureId' : 'selfiePictureId';
}

/**
 * Shows why a photo failed and what to do. Scrolls into view and is announced to screen readers.
 */
export function PictureProblem({ purpose, message }: { purpose: Purpose; message: string | null }) {
  const text = useText();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Stack ref={frame}>
      <Note tone="bad" role="alert" title={`${text(`credit.id.${purpose}`)}.`}>
        {message ?? text('credit.id.notSent')}
      </Note>
      <div>
        <ServiceLink />
      </div>
    </Stack>
  );
}
