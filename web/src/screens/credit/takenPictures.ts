// The two photos of an ID, in memory only. They survive a change of screens, are never stored on
// the phone, and are deleted at logout.
import type { PictureQuality, picturePurposes } from '@sandali/contract/credit.ts';
import type { PictureId } from '@sandali/contract/id.ts';
import { createStore } from '#/client/createStore.ts';
import { onSessionEnd } from '#/client/session.ts';

export type Purpose = (typeof picturePurposes)[number];
/**
 * Functions that open the phone's files or its own camera (`capture`); both need a user gesture.
 */
export type Inputs = { files(): void; capture(): void };
export type TakenPicture = {
  state: 'empty' | 'shrinking' | 'sending' | 'done' | 'failed';
  /** The blob's URL, for display. */
  src: string | null;
  /** The bytes to send, kept until they arrive so that a retry is the same request. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** The photo's quality, measured on the phone and sent with it. */
  quality: PictureQuality | null;
  /** The share uploaded so far, 0 to 100. */
  percent: number;
  pictureId: PictureId | null;
  message: string | null;
  /** Whether the photo was taken with the app's camera, which needed a permission. */
  isByCamera: boolean;
};

export const noPicture: TakenPicture = {
  state: 'empty',
  src: null,
  bytes: null,
  quality: null,
  percent: 0,
  pictureId: null,
  message: null,
  isByCamera: false,
};
const pictures = createStore<ReadonlyMap<Purpose, TakenPicture>>(new Map());

export function updatePicture(purpose: Purpose, change: Partial<TakenPicture>): void {
  const before = getPicture(purpose);
  if (before.src && change.src !== undefined && change.src !== before.src)
    URL.revokeObjectURL(before.src);
  pictures.set(new Map([...pictures.now(), [purpose, { ...before, ...change }]]));
}

export function getPicture(purpose: Purpose): TakenPicture {
  return pictures.now().get(purpose) ?? noPicture;
}

/** Deletes both photos after they are submitted or before another person uses the phone. */
export function clearPictures(): void {
  for (const purpose of pictures.now().keys()) updatePicture(purpose, noPicture);
}
onSessionEnd(clearPictures);

/** Returns a photo's state and re-renders the component when it changes. */
export function useTakenPicture(purpose: Purpose): TakenPicture {
  return pictures.use().get(purpose) ?? noPicture;
}

// Photos usually belong to the application, but can instead be sent to an account recovery.

type Sent =
  | { ok: true; data: object }
  | { ok: false; name: string; message: string; isDefinite: boolean };
/** Sends a photo that does not belong to an application. */
type PictureTarget = (
  purpose: Purpose,
  photo: { bytes: Uint8Array<ArrayBuffer>; quality?: PictureQuality },
  options: { signal: AbortSignal; onProgress(share: number): void },
) => Promise<Sent>;
let pictureTarget: PictureTarget | null = null;

/** Sends photos to another target from now on; null sends them to the application again. */
export function setPictureTarget(target: PictureTarget | null): void {
  pictureTarget = target;
}

export const getPictureTarget = (): PictureTarget | null => pictureTarget;
