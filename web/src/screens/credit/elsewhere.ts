// Where a photo goes in place of an application: to whoever compares the ID of somebody who lost their number.
import type { PictureQuality } from '@sandali/contract/credit.ts';
import type { Purpose } from './takenPictures.ts';

type Sent = { ok: true; data: object } | { ok: false; name: string; message: string; isDefinite: boolean };
/** Where photos go that belong to no application. */
export type Elsewhere = (
  purpose: Purpose,
  photo: { bytes: Uint8Array<ArrayBuffer>; quality?: PictureQuality },
  how: { signal: AbortSignal; onProgress(share: number): void },
) => Promise<Sent>;
let elsewhere: Elsewhere | null = null;

/** Sends photos elsewhere from now on, or with an application again (null). */
export function sendElsewhere(to: Elsewhere | null): void {
  elsewhere = to;
}

export const elsewhereNow = (): Elsewhere | null => elsewhere;
