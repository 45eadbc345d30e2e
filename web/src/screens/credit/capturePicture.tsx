// Taking, judging and sending one photo of an ID; loaded when the form has been drawn.
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
  noPicture,
  type Purpose,
  updatePicture,
} from './takenPictures.ts';
import type { Inputs } from './usePicture.ts';

/** Which photo, where the camera is drawn, and what opens the phone's files. */
export type At = { purpose: Purpose; show(over: ReactNode): void; inputs: Inputs };

/**
 * A photo from the phone's files or its own camera: a good one is sent, a bad one is shown with
 * what to do.
 */
export async function addPicture(at: At, file: File): Promise<void> {
  await judge(at, file, false, at.inputs.files);
}

/** Opens the native shell's camera, or else the browser's. */
export async function capturePicture(at: At): Promise<void> {
  if (shellSupports('takePicture')) await shootInShell(at);
  else openCamera(at);
}

function openCamera(at: At, first?: Prepared, elsewhere = at.inputs.capture): void {
  const { purpose, show, inputs } = at;
  const close = () => show(null);
  /** What opens them must be touched for it, so it is asked before the camera goes. */
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
        void keep(purpose, prepared, from === 'camera');
      }}
      onClose={close}
      onFiles={closing(inputs.files)}
      onElsewhere={closing(elsewhere)}
    />,
  );
}

async function judge(at: At, file: File, isByCamera: boolean, again: () => void): Promise<void> {
  const { purpose } = at;
  const before = getPicture(purpose);
  // An empty file is what a camera without permission leaves behind.
  if (file.size === 0)
    return updatePicture(purpose, {
      ...noPicture,
      state: 'failed',
      message: getText('credit.camera.shootFailed'),
    });
  updatePicture(purpose, { state: 'shrinking', message: null });
  const working = getPicture(purpose);
  const prepared = await preparePicture(purpose, file).catch(() => null);
  // Whoever took it has logged out or left meanwhile.
  if (getPicture(purpose) !== working) return;
  if (!prepared)
    return updatePicture(purpose, {
      ...noPicture,
      state: 'failed',
      message: getText('credit.camera.unreadable'),
    });
  countFault(purpose, prepared.fault);
  if (!prepared.fault) return await keep(purpose, prepared, isByCamera);
  updatePicture(purpose, { state: before.state, message: before.message });
  openCamera(at, prepared, again);
}

async function keep(
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

/** Sends a photo that is kept, and counts what has left the phone. */
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
  const how = { signal: stop.signal, onProgress };
  const { purpose: _, ...photo } = input;
  const ask = () =>
    getPictureTarget()?.(purpose, photo, how) ?? sendOnce(pictureUpload, purpose, input, how);
  let asked = await ask();
  // An id from before a reload belongs to a photo that is gone: it is settled now, and this photo
  // gets a new one.
  if (!asked.ok && asked.name === 'requestIdReused') asked = await ask();
  if (stops.get(purpose) === stop) stops.delete(purpose);
  // Whoever took it has logged out, left, or taken another one meanwhile.
  if (getPicture(purpose).bytes !== bytes) return;
  if (asked.ok)
    return updatePicture(purpose, {
      state: 'done',
      bytes: null,
      pictureId: 'pictureId' in asked.data ? (asked.data.pictureId as PictureId) : null,
    });
  const message = asked.name === 'cancelled' ? getText('credit.photo.stopped') : asked.message;
  updatePicture(purpose, {
    state: 'failed',
    message,
    ...(asked.isDefinite ? { bytes: null } : {}),
  });
}

/**
 * Stops the sending. The request keeps its id: should it have arrived all the same, sending it
 * again is the same photo.
 */
export function cancelSending(purpose: Purpose): void {
  stops.get(purpose)?.abort();
}

async function shootInShell(at: At): Promise<void> {
  const { purpose } = at;
  const before = getPicture(purpose);
  // What went wrong before is put aside, so that the same trouble is a new message and read out
  // again.
  if (before.state === 'failed') updatePicture(purpose, { state: 'empty', message: null });
  const asked = getPicture(purpose);
  const result = await takePicture(purpose);
  // Meanwhile a file may have been chosen: a late answer changes nothing then.
  if (getPicture(purpose) !== asked) return;
  if (result.kind === 'cancelled') return updatePicture(purpose, before);
  if (result.kind === 'done')
    return await judge(at, result.data, true, () => void shootInShell(at));
  const message = getText(
    result.kind === 'failed' ? 'credit.camera.shootFailed' : 'credit.camera.asleepInShell',
  );
  updatePicture(purpose, { ...noPicture, state: 'failed', message });
}
