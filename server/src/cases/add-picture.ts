// /complaint/picture: a receipt. The quota, the judgement by its header, the drawing and the sealed file all come before the transaction.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { complaintPicture, picturesOfComplaint } from '@sandali/contract/cases.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, dayMs, type RateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import { newFileName } from '#/context/stored-files.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { cleanPicture, pictureBytes, pictureFault } from '#/platform/picture.ts';
import { newId } from '#/platform/random.ts';
import { Refused, refuse } from '#/platform/refuse.ts';
import { countPictures, findComplaint, insertPicture } from './store.ts';

const receiptsADay = 20;
/** What the file of a receipt is sealed for. */
export const receiptPurpose = 'receipt picture';

/** A picture that is redrawn and stored; without its row the sweep removes it. */
type Stored = { fileName: string; width: number; height: number; sizeBytes: number };
type Input = RequestOf<typeof complaintPicture>;
type Kept = { complaintId: string };

/** Why a complaint of a borrower takes no picture; null where it does. */
async function whyNot(read: Read, borrowerId: string, complaintId: string) {
  const row = await findComplaint(read, complaintId);
  if (!row || row.borrower_id !== borrowerId) return 'complaintUnknown';
  if (row.answered_at) return 'complaintAnswered';
  return (await countPictures(read, complaintId)) >= picturesOfComplaint ? 'complaintPicturesFull' : null;
}

/** Judges and stores the picture. What is refused unread does not count against the day's twenty; a failed decoding does. @throws Refused */
export async function storePicture(ctx: BorrowerCtx, read: Read, { complaintId, bytes: sent }: Input): Promise<Stored> {
  const { db, files, sealer } = ctx.app;
  const why = await whyNot(read, ctx.who.borrowerId, complaintId);
  if (why) refuse(complaintPicture, why);
  const quota: RateLimit = { name: `receipts:${ctx.who.borrowerId}`, limit: receiptsADay, windowMs: dayMs };
  if (!(await inTx(db, (tx) => consumeRateLimit(tx, quota, ctx.wall)))) refuse(complaintPicture, 'pictureQuotaSpent');
  const bytes = pictureBytes(sent);
  const uncounted = () => inTx(db, (tx) => releaseRateLimit(tx, quota, ctx.wall));
  const fault = pictureFault(bytes);
  if (fault) {
    await uncounted();
    refuse(complaintPicture, fault);
  }
  const clean = await cleanPicture(bytes).catch(async (error: unknown) => {
    // Too many waited to be drawn: the phone sends it again, which is no second picture.
    if (error instanceof Refused) await uncounted();
    throw error;
  });
  if (typeof clean === 'string') refuse(complaintPicture, clean);
  const fileName = newFileName('receipts', ctx.wall);
  await files.put(fileName, sealer.sealBytes(receiptPurpose, fileName, clean.jpeg));
  return { fileName, width: clean.width, height: clean.height, sizeBytes: clean.jpeg.length };
}

/** Writes the row of a stored picture. The checks made before it was stored are repeated under the borrower's lock. */
export async function addPicture({ who, now }: BorrowerCtx, tx: Tx, { complaintId }: Input, stored: Stored): Promise<Done<Kept>> {
  const why = await whyNot(tx, who.borrowerId, complaintId);
  if (why) refuse(complaintPicture, why);
  await insertPicture(tx, {
    id: newId(now),
    complaint_id: complaintId,
    number: (await countPictures(tx, complaintId)) + 1,
    borrower_id: who.borrowerId,
    file_name: stored.fileName,
    width: stored.width,
    height: stored.height,
    size_bytes: stored.sizeBytes,
    uploaded_at: now,
  });
  return { ids: { complaintId } };
}

/** How many pictures the complaint has now. */
export async function showPictures(_ctx: BorrowerCtx, read: Read, { complaintId }: Kept): Promise<DataOf<typeof complaintPicture>> {
  return { pictures: await countPictures(read, complaintId) };
}
