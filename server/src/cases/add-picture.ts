// /complaint/picture: a turn with a picture, and how the picture is shown again. The quota, the judgement by its header, the drawing and the sealed file all come
// before the transaction.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { complaintPicture, complaintPictureShow, picturesOfComplaint } from '@sandali/contract/cases.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, type RateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import { newFileName } from '#/context/stored-files.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { cleanPicture, pictureBytes, pictureFault } from '#/platform/picture.ts';
import { newId } from '#/platform/random.ts';
import { invariant, Refused, refuse } from '#/platform/refuse.ts';
import { complaintForTurn, fileOfTurn, insertPictureStatement } from './store.ts';
import { findForTurn, turnOf } from './write.ts';

const receiptsADay = 20;
/** What the file of a receipt is sealed for. */
export const receiptPurpose = 'receipt picture';

/** A picture that is redrawn and stored; without its row the sweep removes it. */
type Stored = { fileName: string; width: number; height: number; sizeBytes: number };
type Input = RequestOf<typeof complaintPicture>;
type Kept = { complaintId: string };

/** A complaint of the caller that takes another picture, or why there is none. */
async function findForPicture(ctx: BorrowerCtx, read: Read, complaintId: string) {
  const { found, why } = await findForTurn(ctx, read, complaintId);
  if (!found) return { why };
  return found.pictures >= picturesOfComplaint ? ({ why: 'complaintPicturesFull' } as const) : { found };
}

/** Judges and stores the picture. What is refused unread does not count against the day's twenty; a failed decoding does. @throws Refused */
export async function storePicture(ctx: BorrowerCtx, read: Read, { complaintId, bytes: sent }: Input): Promise<Stored> {
  const { db, files, sealer } = ctx.app;
  const { why } = await findForPicture(ctx, read, complaintId);
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

/** Writes the turn of a stored picture. The checks made before it was stored are repeated under the borrower's lock. */
export async function addPicture(ctx: BorrowerCtx, tx: Tx, { complaintId, words }: Input, stored: Stored): Promise<Done<Kept>> {
  const { found, why } = await findForPicture(ctx, tx, complaintId);
  if (!found) refuse(complaintPicture, why);
  const { turn, writes } = turnOf(ctx, found, words ?? null);
  const picture = {
    id: newId(ctx.now),
    complaint_id: complaintId,
    turn_id: turn.id,
    number: found.pictures + 1,
    borrower_id: ctx.who.borrowerId,
    file_name: stored.fileName,
    width: stored.width,
    height: stored.height,
    size_bytes: stored.sizeBytes,
    uploaded_at: ctx.now,
  };
  return {
    ids: { complaintId },
    answer: { pictures: picture.number },
    writes: (db) => [...writes(db), insertPictureStatement(db, picture)],
  };
}

/** How many pictures the complaint has now. */
export async function showPictures(_ctx: BorrowerCtx, read: Read, { complaintId }: Kept): Promise<DataOf<typeof complaintPicture>> {
  const found = await complaintForTurn(read, complaintId);
  invariant(found, 'a complaint that has a picture is there');
  return { pictures: found.pictures };
}

/** The picture of a turn of the caller's own complaint. */
export async function showPicture(
  { app: { files, sealer }, who }: BorrowerCtx,
  read: Read,
  { complaintId, turn }: RequestOf<typeof complaintPictureShow>,
): Promise<DataOf<typeof complaintPictureShow>> {
  const fileName = await fileOfTurn(read, { borrowerId: who.borrowerId, complaintId, turn });
  if (!fileName) refuse(complaintPictureShow, 'complaintPictureUnknown');
  return { jpeg: sealer.openBytes(receiptPurpose, fileName, await files.get(fileName)).toString('base64') };
}
