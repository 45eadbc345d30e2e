// A picture for the reviewer who holds the application, with their name, the application and the
// time burnt into it.

import type { Tx } from '#/db/database.ts';
import { manilaMinute } from '#/platform/days.ts';
import { Declined } from '#/platform/refuse.ts';
import { watermark } from '#/platform/watermark.ts';
import { lockTaken, type StaffWork } from './lease.ts';
import { pictureFileOf } from './store.ts';

export type PictureSide = 'front' | 'selfie';
export type PictureAsked = { application: string; which: PictureSide; fileName: string };

/**
 * The file to show. Its bytes are read only after the access is in the trail.
 * @throws Declined if it may not be seen, or is deleted.
 */
export async function askPicture(
  ctx: StaffWork,
  tx: Tx,
  applicationId: string,
  which: PictureSide,
): Promise<PictureAsked & { borrowerId: string }> {
  const { row } = await lockTaken(ctx, tx, applicationId);
  const pictureId = which === 'front' ? row.front_picture_id : row.selfie_picture_id;
  const fileName = pictureId && (await pictureFileOf(tx, pictureId));
  if (!fileName) throw new Declined('This picture is not kept any more.');
  return { application: applicationId, which, fileName, borrowerId: row.borrower_id };
}

/** The picture itself, opened, marked and drawn anew; base64 of a JPEG. */
export async function markedPicture(
  { app, who, now }: StaffWork,
  { application, which, fileName }: PictureAsked,
) {
  const plain = app.sealer.openBytes('picture', fileName, await app.files.get(fileName));
  const marked = await watermark(plain, watermarkText(who, application, now));
  return { application, which, jpeg: marked.toString('base64') };
}

/**
 * 'ana 9f3c01ab 2026-11-20 10:00': who, the end of the application's id, and Manila's business
 * time.
 */
function watermarkText(who: string, applicationId: string, now: Temporal.Instant): string {
  return `${who} ${applicationId.slice(-8)} ${manilaMinute(now)}`;
}
