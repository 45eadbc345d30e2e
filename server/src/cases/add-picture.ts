// /complaint/picture: a turn with a picture or a PDF, and how each is handed over again. The quota,
// the judgement by its header, the drawing and the sealed file all come before the transaction.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import {
  complaintPdf,
  complaintPicture,
  complaintPictureShow,
  picturesOfComplaint,
} from '@sandali/contract/cases.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, type RateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import { newFileName } from '#/context/stored-files.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { cleanPicture, type PictureFault, pictureBytes, pictureFault } from '#/platform/picture.ts';
import { newId } from '#/platform/random.ts';
import { invariant, Refused, refuse } from '#/platform/refuse.ts';
import { type PdfFault, pdfFault, saysPdf } from './pdf-file.ts';
import { complaintForTurn, type FileKind, fileOfTurn, insertPictureStatement } from './store.ts';
import { findForTurn, turnOf } from './write.ts';

const receiptsADay = 20;
/** What the file of a receipt is sealed for. */
export const receiptPurpose = 'receipt picture';

/** A picture that is redrawn, or a PDF as it came, stored; without its row the sweep removes it. */
type Stored = {
  fileName: string;
  kind: FileKind;
  width: number | null;
  height: number | null;
  sizeBytes: number;
};
type Input = RequestOf<typeof complaintPicture>;
type Kept = { complaintId: string };

/** A complaint of the caller that takes another picture, or why there is none. */
async function findForPicture(ctx: BorrowerCtx, read: Read, complaintId: string) {
  const { found, why } = await findForTurn(ctx, read, complaintId);
  if (!found) return { why };
  return found.pictures >= picturesOfComplaint
    ? ({ why: 'complaintPicturesFull' } as const)
    : { found };
}

/**
 * A case takes more kinds of files than a photo of an ID, so its refusals have words of their own.
 */
function refuseFile(fault: PictureFault | PdfFault): never {
  if (fault === 'pictureKindRefused') refuse(complaintPicture, 'fileKindRefused');
  if (fault === 'pictureTooSmall') refuse(complaintPicture, 'fileTooSmall');
  invariant(
    fault !== 'pictureTooDark' && fault !== 'pictureBlank',
    'only photos of an ID are judged by their light',
  );
  refuse(complaintPicture, fault);
}

/**
 * Judges and stores the file. What is refused unread does not count against the day's twenty; a
 * failed decoding does.
 * @throws Refused
 */
export async function storePicture(
  ctx: BorrowerCtx,
  read: Read,
  { complaintId, bytes: sent }: Input,
): Promise<Stored> {
  const { db, files, sealer } = ctx.app;
  const { why } = await findForPicture(ctx, read, complaintId);
  if (why) refuse(complaintPicture, why);
  const quota: RateLimit = {
    name: `receipts:${ctx.who.borrowerId}`,
    limit: receiptsADay,
    windowMs: dayMs,
  };
  if (!(await inTx(db, (tx) => consumeRateLimit(tx, quota, ctx.wall))))
    refuse(complaintPicture, 'pictureQuotaSpent');
  const bytes = pictureBytes(sent);
  const uncounted = () => inTx(db, (tx) => releaseRateLimit(tx, quota, ctx.wall));
  const isPdf = saysPdf(bytes);
  const fault = isPdf ? pdfFault(bytes) : pictureFault(bytes, 'receipt');
  if (fault) {
    await uncounted();
    refuseFile(fault);
  }
  const keep = async (
    kept: Buffer,
    more: Pick<Stored, 'kind' | 'width' | 'height'>,
  ): Promise<Stored> => {
    const fileName = newFileName('receipts', ctx.wall);
    await files.put(fileName, sealer.sealBytes(receiptPurpose, fileName, kept));
    return { fileName, ...more, sizeBytes: kept.length };
  };
  if (isPdf) return await keep(bytes, { kind: 'pdf', width: null, height: null });
  const clean = await cleanPicture(bytes, 'receipt').catch(async (error: unknown) => {
    // Too many waited to be drawn: the phone sends it again, which is no second picture.
    if (error instanceof Refused) await uncounted();
    throw error;
  });
  if (typeof clean === 'string') refuseFile(clean);
  return await keep(clean.jpeg, { kind: 'picture', width: clean.width, height: clean.height });
}

/**
 * Writes the turn of a stored file. The checks made before it was stored are repeated under the
 * borrower's lock.
 */
export async function addPicture(
  ctx: BorrowerCtx,
  tx: Tx,
  { complaintId, words }: Input,
  stored: Stored,
): Promise<Done<Kept>> {
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
    kind: stored.kind,
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

/** How many pictures and PDF files the complaint has now. */
export async function showPictures(
  _ctx: BorrowerCtx,
  read: Read,
  { complaintId }: Kept,
): Promise<DataOf<typeof complaintPicture>> {
  const found = await complaintForTurn(read, complaintId);
  invariant(found, 'a complaint that has a picture is there');
  return { pictures: found.pictures };
}

type Asked = RequestOf<typeof complaintPictureShow>;

/** A file of a turn of the caller's own complaint; null where there is none of this kind. */
async function openFile(
  { app: { files, sealer }, who }: BorrowerCtx,
  read: Read,
  asked: Asked,
  kind: FileKind,
): Promise<string | null> {
  const fileName = await fileOfTurn(read, { borrowerId: who.borrowerId, ...asked, kind });
  return fileName
    ? sealer.openBytes(receiptPurpose, fileName, await files.get(fileName)).toString('base64')
    : null;
}

export async function showPicture(
  ctx: BorrowerCtx,
  read: Read,
  asked: Asked,
): Promise<DataOf<typeof complaintPictureShow>> {
  return {
    jpeg:
      (await openFile(ctx, read, asked, 'picture')) ??
      refuse(complaintPictureShow, 'complaintPictureUnknown'),
  };
}

export async function showPdf(
  ctx: BorrowerCtx,
  read: Read,
  asked: Asked,
): Promise<DataOf<typeof complaintPdf>> {
  return {
    pdf:
      (await openFile(ctx, read, asked, 'pdf')) ?? refuse(complaintPdf, 'complaintPictureUnknown'),
  };
}
