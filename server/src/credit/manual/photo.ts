// A picture for the reviewer who holds the application, watermarked with their name, the
// application and the time.

import { applicationById } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { manilaMinute } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { watermark } from '#/platform/watermark.ts';
import { mustHold, type StaffWork } from './lease.ts';
import { findWaiting, pictureFileOf } from './store.ts';

export type PictureSide = 'front' | 'selfie';
export type PictureToShow = { application: string; which: PictureSide; fileName: string };

/**
 * Returns the file to show. Read its bytes only after the trail has recorded the access.
 * @throws Declined if this reviewer may not see the picture, or it has been deleted.
 */
export async function askPicture(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string,
  which: PictureSide,
): Promise<PictureToShow & { borrowerId: string }> {
  mustHold(ctx, await findWaiting(tx, applicationId));
  const latest = await applicationById(tx, applicationId);
  if (!latest) throw new Declined('There is no application with this id.');
  const { row } = latest;
  const pictureId = which === 'front' ? row.front_picture_id : row.selfie_picture_id;
  const fileName = pictureId && (await pictureFileOf(tx, pictureId));
  if (!fileName) throw new Declined('This picture is deleted.');
  return { application: applicationId, which, fileName, borrowerId: row.borrower_id };
}

/** Decrypts, watermarks and re-encodes a picture. Returns a JPEG in base64. */
export async function markedPicture(
  { app, who, now }: StaffWork,
  { application, which, fileName }: PictureToShow,
) {
  const plain = app.sealer.openBytes('picture', fileName, await app.files.get(fileName));
  const marked = await watermark(plain, watermarkText(who, application, now));
  return { application, which, jpeg: marked.toString('base64') };
}

/**
 * Returns the reviewer, the end of the application's id, and the Manila business time:
 * 'ana 9f3c01ab 2026-11-20 10:00'.
 */
function watermarkText(who: string, applicationId: string, now: Temporal.Instant): string {
  return `${who} ${applicationId.slice(-8)} ${manilaMinute(now)}`;
}
