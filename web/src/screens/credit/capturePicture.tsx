// Takes, checks and sends one photo of an ID; loaded once the form is rendered.
import { pictureUpload } from '@sandali/contract/credit.ts';
import type { PictureId } from '@sandali/contract/id.ts';
import type { ReactNode } from 'react';
import { shellSupports } from '#/client/bridge.ts';
import { takePicture } from '#/client/bridgeCalls.ts';
import { sendOnce } from '#/client/sendOnce.ts';
import { getText } from '#/i18n/text.ts';
import Camera from './camera/Camera.tsx';
import { countFault, type Prepared, preparePicture } from './camera/preparePicture.ts';
import { bytesOf } from './shrink.ts';
import {
  getPicture,
  getPictureTarget,
  type Inputs,
  noPicture,
  type Purpose,
  updatePicture,
} from './takenPictures.ts';

/** Which photo to take, where to render the camera, and how to open the phone's files. */
export type At = { purpose: Purpose; show(over: ReactNode): void; inputs: Inputs };

/**
 * Adds a photo from the phone's files or camera. Sends a good photo; shows a faulty one with
 * advice.
 */
export async function addPicture(at: At, file: File): Promise<void> {
  await checkPicture(at, file, false, at.inputs.files);
}

/** Opens the native shell's camera, otherwise the browser's. */
export async function capturePicture(at: At): Promise<void> {
  if (shellSupports('takePicture')) await shootInShell(at);
  else openCamera(at);
}

function openCamera(at: At, first?: Prepared, elsewhere = at.inputs.capture): void {
  const { purpose, show, inputs } = at;
  const close = () => show(null);
  /** File inputs need a user gesture, so they open before the camera closes. */
  const closing = (open: () => void) => () => {
    open();
    close();
  };
  show(
    <Camera
      purpose={purpose}
      first={first}
      onUse={(prepared, from) => {
        close();
        void keepPicture(purpose, prepared, from === 'camera');
      }}
      onClose={close}
      onFiles={closing(inputs.files)}
      onElsewhere={closing(elsewhere)}
    />,
  );
}

async function checkPicture(
  at: At,
  file: File,
  isByCamera: boolean,
  again: () => void,
): Promise<void> {
  const { purpose } = at;
  const before = getPicture(purpose);
  // A camera without permission returns an empty file.
  if (file.size === 0)
    return updatePicture(purpose, {
      ...noPicture,
      state: 'failed',
      message: getText('credit.camera.shootFailed'),
    });
  updatePicture(purpose, { state: 'shrinking', message: null });
  const working = getPicture(purpose);
  const prepared = await preparePicture(purpose, file).catch(() => null);
  // The borrower has since logged out or left.
  if (getPicture(purpose) !== working) return;
  if (!prepared)
    return updatePicture(purpose, {
      ...noPicture,
      state: 'failed',
      message: getText('credit.camera.unreadable'),
    });
  countFault(purpose, prepared.fault);
  if (!prepared.fault) return await keepPicture(purpose, prepared, isByCamera);
  updatePicture(purpose, { state: before.state, message: before.message });
  openCamera(at, prepared, again);
}

async function keepPicture(
  purpose: Purpose,
  { jpeg, quality }: Prepared,
  isByCamera: boolean,
): Promise<void> {
  countFault(purpose, null);
  updatePicture(purpose, {
    ...noPicture,
    state: 'shrinking',
    src: URL.createObjectURL(jpeg),
    quality,
    isByCamera,
  });
  const working = getPicture(purpose);
  const bytes = await bytesOf(jpeg);
  if (getPicture(purpose) !== working) return;
  updatePicture(purpose, { bytes });
  await sendPicture(purpose);
}

const stops = new Map<Purpose, AbortController>();

/** Uploads a stored photo and reports its progress. */
export async function sendPicture(purpose: Purpose): Promise<void> {
  const { bytes, quality } = getPicture(purpose);
  if (!bytes) return;
  updatePicture(purpose, { state: 'sending', percent: 0, message: null });
  stops.get(purpose)?.abort();
  const stop = new AbortController();
  stops.set(purpose, stop);
  const input = { purpose, bytes, ...(quality ? { quality } : {}) };
  const onProgress = (share: number) =>
    getPicture(purpose).bytes === bytes &&
    updatePicture(purpose, { percent: Math.floor(share * 100) });
  const options = { signal: stop.signal, onProgress };
  const { purpose: _, ...photo } = input;
  const upload = () =>
    getPictureTarget()?.(purpose, photo, options) ??
    sendOnce(pictureUpload, purpose, input, options);
  let result = await upload();
  // A request id from before a reload belongs to a lost photo, so retry with a new id.
  if (!result.ok && result.name === 'requestIdReused') result = await upload();
  if (stops.get(purpose) === stop) stops.delete(purpose);
  // The borrower has since logged out, left or taken another photo.
  if (getPicture(purpose).bytes !== bytes) return;
  if (result.ok)
    return updatePicture(purpose, {
      state: 'done',
      bytes: null,
      pictureId: 'pictureId' in result.data ? (result.data.pictureId as PictureId) : null,
    });
  const message = result.name === 'cancelled' ? getText('credit.photo.stopped') : result.message;
  updatePicture(purpose, {
    state: 'failed',
    message,
    ...(result.isDefinite ? { bytes: null } : {}),
  });
}

/**
 * Stops the upload. Its request id is retained, so that a resend of the same photo counts as the
 * same request.
 */
export function cancelSending(purpose: Purpose): void {
  stops.get(purpose)?.abort();
}

async function shootInShell(at: At): Promise<void> {
  const { purpose } = at;
  const before = getPicture(purpose);
  // Clear an earlier failure, so that screen readers announce the same message again.
  if (before.state === 'failed') updatePicture(purpose, { state: 'empty', message: null });
  const current = getPicture(purpose);
  const result = await takePicture(purpose);
  // Ignore a late result if a file was chosen meanwhile.
  if (getPicture(purpose) !== current) return;
  if (result.kind === 'cancelled') return updatePicture(purpose, before);
  if (result.kind === 'done')
    return await checkPicture(at, result.data, true, () => void shootInShell(at));
  const message = getText(
    result.kind === 'failed' ? 'credit.camera.shootFailed' : 'credit.camera.asleepInShell',
  );
  updatePicture(purpose, { ...noPicture, state: 'failed', message });
}
