// Where a photo goes in place of an application: to whoever compares the ID of somebody who lost their number.
import type { PictureQuality } from '@sandali/contract/credit.ts';
import type { Purpose } from './takenPictures.ts';

type Sent = { ok: true; data: object } | { ok: false; name: string; message: string; isDefinite: boolean };
/** Where photos go that belong to no application. */
export type PictureTarget = (
  purpose: Purpose,
  photo: { bytes: Uint8Array<ArrayBuffer>; quality?: PictureQuality },
  how: { signal: AbortSignal; onProgress(share: number): void },
) => Promise<Sent>;
let pictureTarget: PictureTarget | null = null;

/** Sends photos elsewhere from now on, or with an application again (null). */
export function setPictureTarget(to: PictureTarget | null): void {
  pictureTarget = to;
}

export const getPictureTarget = (): PictureTarget | null => pictureTarget;
