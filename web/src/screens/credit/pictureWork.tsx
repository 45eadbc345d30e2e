// Taking, judging and sending one photo of an ID; loaded when the form has been drawn.
import { pictureUpload } from '@sandali/contract/credit.ts';
import type { PictureId } from '@sandali/contract/id.ts';
import type { ReactNode } from 'react';
import { canShell } from '#/client/bridge.ts';
import { takePicture } from '#/client/bridgeCalls.ts';
import { sendKept } from '#/client/sending.ts';
import { textNow } from '#/i18n/text.ts';
import Camera from './camera/Camera.tsx';
import { type Prepared, prepare } from './camera/prepare.ts';
import { countFault } from './camera/tries.ts';
import { elsewhereNow } from './elsewhere.ts';
import { bytesOf } from './shrink.ts';
import { notTaken, type Purpose, setTaken, takenNow } from './takenPictures.ts';
import type { Inputs } from './usePicture.ts';

/** Which photo, where the camera is drawn, and what opens the phone's files. */
export type At = { purpose: Purpose; show(over: ReactNode): void; inputs: Inputs };

/** A photo from the phone's files or its own camera: a good one is sent, a bad one is shown with what to do. */
export async function take(at: At, file: File): Promise<void> {
  await judge(at, file, false, at.inputs.files);
}

/** Opens the native shell's camera, or else the browser's. */
export async function shoot(at: At): Promise<void> {
  if (canShell('takePicture')) await shootInShell(at);
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
  const before = takenNow(purpose);
  // An empty file is what a camera without permission leaves behind.
  if (file.size === 0) return setTaken(purpose, { ...notTaken, state: 'failed', message: textNow('credit.camera.shootFailed') });
  setTaken(purpose, { state: 'shrinking', message: null });
  const prepared = await prepare(purpose, file).catch(() => null);
  if (!prepared) return setTaken(purpose, { ...notTaken, state: 'failed', message: textNow('credit.camera.unreadable') });
  countFault(purpose, prepared.fault);
  if (!prepared.fault) return await keep(purpose, prepared, isByCamera);
  setTaken(purpose, { state: before.state, message: before.message });
  openCamera(at, prepared, again);
}

async function keep(purpose: Purpose, { jpeg, quality }: Prepared, isByCamera: boolean): Promise<void> {
  countFault(purpose, null);
  setTaken(purpose, { ...notTaken, state: 'shrinking', src: URL.createObjectURL(jpeg), quality, isByCamera });
  setTaken(purpose, { bytes: await bytesOf(jpeg) });
  await send(purpose);
}

const stops = new Map<Purpose, AbortController>();

/** Sends a photo that is kept, and counts what has left the phone. */
export async function send(purpose: Purpose): Promise<void> {
  const { bytes, quality } = takenNow(purpose);
  if (!bytes) return;
  setTaken(purpose, { state: 'sending', percent: 0, message: null });
  const stop = new AbortController();
  stops.set(purpose, stop);
  const input = { purpose, bytes, ...(quality ? { quality } : {}) };
  const onProgress = (share: number) => setTaken(purpose, { percent: Math.floor(share * 100) });
  const how = { signal: stop.signal, onProgress };
  const { purpose: _, ...photo } = input;
  const ask = () => elsewhereNow()?.(purpose, photo, how) ?? sendKept(pictureUpload, purpose, input, how);
  let asked = await ask();
  // An id from before a reload belongs to a photo that is gone: it is settled now, and this photo gets one of its own.
  if (!asked.ok && asked.name === 'requestIdReused') asked = await ask();
  stops.delete(purpose);
  if (asked.ok)
    return setTaken(purpose, {
      state: 'done',
      bytes: null,
      pictureId: 'pictureId' in asked.data ? (asked.data.pictureId as PictureId) : null,
    });
  const message = asked.name === 'cancelled' ? textNow('credit.photo.stopped') : asked.message;
  setTaken(purpose, { state: 'failed', message, ...(asked.isDefinite ? { bytes: null } : {}) });
}

/** Stops the sending. The request keeps its id: should it have arrived all the same, sending it again is the same photo. */
export function cancel(purpose: Purpose): void {
  stops.get(purpose)?.abort();
}

async function shootInShell(at: At): Promise<void> {
  const { purpose } = at;
  const before = takenNow(purpose);
  // What went wrong before is put aside, so that the same trouble is a new message and read out again.
  if (before.state === 'failed') setTaken(purpose, { state: 'empty', message: null });
  const asked = takenNow(purpose);
  const told = await takePicture(purpose);
  // Meanwhile a file may have been chosen: a late answer changes nothing then.
  if (takenNow(purpose) !== asked) return;
  if (told.kind === 'cancelled') return setTaken(purpose, before);
  if (told.kind === 'done') return await judge(at, told.data, true, () => void shootInShell(at));
  const message = textNow(told.kind === 'failed' ? 'credit.camera.shootFailed' : 'credit.camera.asleepInShell');
  setTaken(purpose, { ...notTaken, state: 'failed', message });
}
