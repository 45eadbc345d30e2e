// The two photos of an ID, in memory only: they survive a change of screens, leave nothing on the
// phone, and are deleted at a logout.
import type { PictureQuality, picturePurposes } from '@sandali/contract/credit.ts';
import type { PictureId } from '@sandali/contract/id.ts';
import { createStore } from '#/client/createStore.ts';
import { onSessionEnd } from '#/client/session.ts';

export type Purpose = (typeof picturePurposes)[number];
export type TakenPicture = {
  state: 'empty' | 'shrinking' | 'sending' | 'done' | 'failed';
  /** The blob's URL, for display. */
  src: string | null;
  /** The bytes to send, kept until they arrive, so that a retry is the same request. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** Measured on the photo and sent with it. */
  quality: PictureQuality | null;
  /** The share uploaded so far, 0 to 100. */
  percent: number;
  pictureId: PictureId | null;
  /** The failure in words. */
  message: string | null;
  /** Whether we opened a camera for it, which needed a permission. */
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

/** Updates the state of a photo. */
export function updatePicture(purpose: Purpose, change: Partial<TakenPicture>): void {
  const before = getPicture(purpose);
  if (before.src && change.src !== undefined && change.src !== before.src)
    URL.revokeObjectURL(before.src);
  pictures.set(new Map([...pictures.now(), [purpose, { ...before, ...change }]]));
}

/** The current state of a photo. */
export function getPicture(purpose: Purpose): TakenPicture {
  return pictures.now().get(purpose) ?? noPicture;
}

/** Deletes both photos, once submitted or before another person uses the phone. */
export function clearPictures(): void {
  for (const purpose of pictures.now().keys()) updatePicture(purpose, noPicture);
}
onSessionEnd(clearPictures);

/** A photo's state, for a component. */
export function useTakenPicture(purpose: Purpose): TakenPicture {
  return pictures.use().get(purpose) ?? noPicture;
}

// Photos may go to another target than the application: the review of an account recovery.

type Sent =
  | { ok: true; data: object }
  | { ok: false; name: string; message: string; isDefinite: boolean };
/** Sends photos that belong to no application. */
type PictureTarget = (
  purpose: Purpose,
  photo: { bytes: Uint8Array<ArrayBuffer>; quality?: PictureQuality },
  options: { signal: AbortSignal; onProgress(share: number): void },
) => Promise<Sent>;
let pictureTarget: PictureTarget | null = null;

/** Sets another target for photos; null restores the application. */
export function setPictureTarget(target: PictureTarget | null): void {
  pictureTarget = target;
}

export const getPictureTarget = (): PictureTarget | null => pictureTarget;
