// Adds turns with a picture or PDF to complaints, and returns these files. A file is checked,
// re-encoded and stored before the transaction.
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
import { newFileName } from '#/context/stored-files.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { cleanPicture, type PictureFault, pictureBytes, pictureFault } from '#/platform/picture.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant, Refused, refuse } from '#/platform/refuse.ts';
import { type PdfFault, pdfFault, saysPdf } from './pdf-file.ts';
import { complaintForTurn, type FileKind, fileOfTurn, insertPictureQuery } from './store.ts';
import { findForTurn, turnOf } from './write.ts';

const receiptsADay = 20;
export const receiptPurpose = 'receipt picture';

/**
 * A stored file: a re-encoded picture or an unchanged PDF. The sweep removes it if its row is never
 * written.
 */
type Stored = {
  fileName: string;
  kind: FileKind;
  width: number | null;
  height: number | null;
  sizeBytes: number;
};
type Input = RequestOf<typeof complaintPicture>;
type Kept = { complaintId: string };

/** Finds the caller's complaint if it accepts another picture; otherwise returns the refusal. */
async function findForPicture(ctx: BorrowerCtx, read: Read, complaintId: string) {
  const { complaint, refusal } = await findForTurn(ctx, read, complaintId);
  if (!complaint) return { refusal };
  return complaint.pictures >= picturesOfComplaint
    ? ({ refusal: 'complaintPicturesFull' } as const)
    : { complaint };
}

/**
 * Refuses a file. A complaint accepts more kinds of files than an ID photo, so it has its own
 * refusals.
 */
function refuseFile(fault: PictureFault | PdfFault): never {
  if (fault === 'pictureKindRefused') refuse(complaintPicture, 'fileKindRefused');
  if (fault === 'pictureTooSmall') refuse(complaintPicture, 'fileTooSmall');
  invariant(
    fault !== 'pictureTooDark' && fault !== 'pictureBlank',
    'only photos of an ID are checked for light',
  );
  refuse(complaintPicture, fault);
}

/**
 * Checks and stores the file. A file refused because of its header does not count toward the daily
 * limit; one that fails to decode does.
 * @throws Refused
 */
export async function storePicture(
  ctx: BorrowerCtx,
  read: Read,
  { complaintId, bytes: sent }: Input,
): Promise<Stored> {
  const { db, files, sealer } = ctx.app;
  const { refusal } = await findForPicture(ctx, read, complaintId);
  if (refusal) refuse(complaintPicture, refusal);
  const quota: RateLimit = {
    name: `receipts:${ctx.who.borrowerId}`,
    limit: receiptsADay,
    windowMs: dayMs,
  };
  if (!(await consumeRateLimit(db, quota, ctx.wall))) refuse(complaintPicture, 'pictureQuotaSpent');
  const bytes = pictureBytes(sent);
  const uncount = () => releaseRateLimit(db, quota, ctx.wall);
  const isPdf = saysPdf(bytes);
  const fault = isPdf ? pdfFault(bytes) : pictureFault(bytes, 'receipt');
  if (fault) {
    await uncount();
    refuseFile(fault);
  }
  const store = async (
    content: Buffer,
    facts: Pick<Stored, 'kind' | 'width' | 'height'>,
  ): Promise<Stored> => {
    const fileName = newFileName('receipts', ctx.wall);
    await files.put(fileName, sealer.sealBytes(receiptPurpose, fileName, content));
    return { fileName, ...facts, sizeBytes: content.length };
  };
  if (isPdf) return await store(bytes, { kind: 'pdf', width: null, height: null });
  const turn = { lane: 'session', key: ctx.who.borrowerId } as const;
  const clean = await cleanPicture(bytes, 'receipt', turn).catch(async (error: unknown) => {
    // The decoder is busy and the phone will repeat the upload, so do not count this one.
    if (error instanceof Refused) await uncount();
    throw error;
  });
  if (typeof clean === 'string') refuseFile(clean);
  return await store(clean.jpeg, { kind: 'picture', width: clean.width, height: clean.height });
}

/** Writes the turn with the stored file. Repeats the checks under the borrower's lock. */
export async function addPicture(
  ctx: BorrowerCtx,
  tx: Tx,
  { complaintId, words }: Input,
  stored: Stored,
): Promise<Done<Kept, undefined, DataOf<typeof complaintPicture>>> {
  const { complaint, refusal } = await findForPicture(ctx, tx, complaintId);
  if (!complaint) refuse(complaintPicture, refusal);
  const { turn, writes } = turnOf(ctx, complaint, words ?? null);
  const picture = {
    id: newIdFor(ctx.who.borrowerId, ctx.now),
    complaint_id: complaintId,
    turn_id: turn.id,
    number: complaint.pictures + 1,
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
    writes: (db) => [...writes(db), insertPictureQuery(db, picture)],
  };
}

export async function showPictures(
  _ctx: BorrowerCtx,
  read: Read,
  { complaintId }: Kept,
): Promise<DataOf<typeof complaintPicture>> {
  const complaint = await complaintForTurn(read, complaintId);
  invariant(complaint, 'a complaint with a picture exists');
  return { pictures: complaint.pictures };
}

type FileRequest = RequestOf<typeof complaintPictureShow>;

/** Returns a file of the caller's own complaint as base64, or null if the turn has no such file. */
async function openFile(
  { app: { files, sealer }, who }: BorrowerCtx,
  read: Read,
  request: FileRequest,
  kind: FileKind,
): Promise<string | null> {
  const fileName = await fileOfTurn(read, { borrowerId: who.borrowerId, ...request, kind });
  return fileName
    ? sealer.openBytes(receiptPurpose, fileName, await files.get(fileName)).toString('base64')
    : null;
}

export async function showPicture(
  ctx: BorrowerCtx,
  read: Read,
  request: FileRequest,
): Promise<DataOf<typeof complaintPictureShow>> {
  return {
    jpeg:
      (await openFile(ctx, read, request, 'picture')) ??
      refuse(complaintPictureShow, 'complaintPictureUnknown'),
  };
}

export async function showPdf(
  ctx: BorrowerCtx,
  read: Read,
  request: FileRequest,
): Promise<DataOf<typeof complaintPdf>> {
  return {
    pdf:
      (await openFile(ctx, read, request, 'pdf')) ??
      refuse(complaintPdf, 'complaintPictureUnknown'),
  };
}
