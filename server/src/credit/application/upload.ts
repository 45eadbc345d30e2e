// Handles /picture/upload. Checks, re-encodes and stores the picture before the transaction.
import type { RequestOf } from '@sandali/contract/call.ts';
import { pictureUpload } from '@sandali/contract/credit.ts';
import { dayMs } from '@sandali/contract/day.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, type RateLimit, releaseRateLimit } from '#/context/rate-limit.ts';
import { newFileName } from '#/context/stored-files.ts';
import type { Done } from '#/context/write.ts';
import type { Read, Tx } from '#/db/database.ts';
import { cleanPicture, pictureBytes, pictureFault } from '#/platform/picture.ts';
import { newIdFor } from '#/platform/random.ts';
import { Refused, refuse } from '#/platform/refuse.ts';
import { insertPicture } from './picture.store.ts';

const picturesADay = 20;

/** A stored, re-encoded picture; the sweep removes it if its row is never written. */
export type Stored = {
  fileName: string;
  contentHash: Buffer;
  width: number;
  height: number;
  sizeBytes: number;
};
type Input = RequestOf<typeof pictureUpload>;

/**
 * Checks, re-encodes and stores the picture. A picture refused because of its header does not count
 * towards the daily limit; a picture that fails to decode does.
 * @throws Refused
 */
export async function storePicture(ctx: BorrowerCtx, _read: Read, input: Input): Promise<Stored> {
  const { db, files, sealer } = ctx.app;
  const quota: RateLimit = {
    name: `pictures:${ctx.who.borrowerId}`,
    limit: picturesADay,
    windowMs: dayMs,
  };
  if (!(await consumeRateLimit(db, quota, ctx.wall))) refuse(pictureUpload, 'pictureQuotaSpent');
  const bytes = pictureBytes(input.bytes);
  const uncounted = () => releaseRateLimit(db, quota, ctx.wall);
  const fault = pictureFault(bytes, 'id');
  if (fault) {
    await uncounted();
    refuse(pictureUpload, fault);
  }
  const turn = { lane: 'session', key: ctx.who.borrowerId } as const;
  const clean = await cleanPicture(bytes, 'id', turn).catch(async (error: unknown) => {
    // The decoder is busy and the phone will repeat the upload, so do not count this attempt.
    if (error instanceof Refused) await uncounted();
    throw error;
  });
  if (typeof clean === 'string') refuse(pictureUpload, clean);
  const fileName = newFileName('pictures', ctx.wall);
  await files.put(fileName, sealer.sealBytes('picture', fileName, clean.jpeg));
  // Hash the original bytes so that the review can detect that two people uploaded the same file.
  const contentHash = sealer.hash('picture', bytes);
  return {
    fileName,
    contentHash,
    width: clean.width,
    height: clean.height,
    sizeBytes: clean.jpeg.length,
  };
}

export async function upload(
  ctx: BorrowerCtx,
  tx: Tx,
  { purpose, quality }: Input,
  stored: Stored,
): Promise<Done<{ pictureId: string }>> {
  const pictureId = newIdFor(ctx.who.borrowerId, ctx.now);
  await insertPicture(tx, {
    id: pictureId,
    borrower_id: ctx.who.borrowerId,
    purpose,
    file_name: stored.fileName,
    content_hash: stored.contentHash,
    width: stored.width,
    height: stored.height,
    size_bytes: stored.sizeBytes,
    blur: quality?.blur ?? null,
    glare: quality?.glare ?? null,
    uploaded_at: ctx.now,
  });
  return { ids: { pictureId } };
}
