// The two photos of an ID, for as long as the program runs: in memory only, so that a look at
// another screen loses nothing and nothing of them stays on the phone. A logout forgets them.
import type { PictureQuality, picturePurposes } from '@sandali/contract/credit.ts';
import type { PictureId } from '@sandali/contract/id.ts';
import { createStore } from '#/client/createStore.ts';
import { onSessionEnd } from '#/client/session.ts';

export type Purpose = (typeof picturePurposes)[number];
export type TakenPicture = {
  state: 'empty' | 'shrinking' | 'sending' | 'done' | 'failed';
  /** The blob's address, to look at. */
  src: string | null;
  /** What is sent, kept until it has arrived, so that a retry is the same request. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** What was measured on it, sent with it. */
  quality: PictureQuality | null;
  /** How much of it has left the phone, 0 to 100. */
  percent: number;
  pictureId: PictureId | null;
  /** What went wrong, in words. */
  message: string | null;
  /** A camera was opened for it by us, which took a permission. */
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
const taken = createStore<ReadonlyMap<Purpose, TakenPicture>>(new Map());

/** Changes what is known of a photo. */
export function updatePicture(purpose: Purpose, change: Partial<TakenPicture>): void {
  const before = getPicture(purpose);
  if (before.src && change.src !== undefined && change.src !== before.src)
    URL.revokeObjectURL(before.src);
  taken.set(new Map([...taken.now(), [purpose, { ...before, ...change }]]));
}

/** What is known of a photo at this moment. */
export function getPicture(purpose: Purpose): TakenPicture {
  return taken.now().get(purpose) ?? noPicture;
}

/** Forgets both: they have been handed in, or somebody else may use the phone. */
export function clearPictures(): void {
  for (const purpose of taken.now().keys()) updatePicture(purpose, noPicture);
}
onSessionEnd(clearPictures);

/** A photo's state, for a component. */
export function useTakenPicture(purpose: Purpose): TakenPicture {
  return taken.use().get(purpose) ?? noPicture;
}

// Another target for photos than the application: the review of an account recovery.

type Sent =
  | { ok: true; data: object }
  | { ok: false; name: string; message: string; isDefinite: boolean };
/** Where photos go that belong to no application. */
type PictureTarget = (
  purpose: Purpose,
  photo: { bytes: Uint8Array<ArrayBuffer>; quality?: PictureQuality },
  how: { signal: AbortSignal; onProgress(share: number): void },
) => Promise<Sent>;
let pictureTarget: PictureTarget | null = null;

/** Sets another target for photos, or the application again (null). */
export function setPictureTarget(to: PictureTarget | null): void {
  pictureTarget = to;
}

export const getPictureTarget = (): PictureTarget | null => pictureTarget;
