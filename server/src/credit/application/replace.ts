// Handles /picture/replace. The new picture takes the place of the one that a reviewer requested
// again. The old one is deleted with the pictures that no application uses.
import type { RequestOf } from '@sandali/contract/call.ts';
import { pictureReplace } from '@sandali/contract/credit.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import { answerRequest } from '#/credit/manual/picture-requests.store.ts';
import { dueAfterRequests, expireRequests } from '#/credit/manual/picture-requests.ts';
import { lockWaiting, setDue } from '#/credit/manual/store.ts';
import { latestApplication, replacePicture } from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { refuse } from '#/platform/refuse.ts';
import { findOwnPicture } from './picture.store.ts';

/**
 * Replaces the requested picture, and returns the application to its place in the queue once no
 * other picture is requested. The database refuses a picture that is older than the request.
 * @throws Refused
 */
export async function replaceRequested(
  ctx: BorrowerCtx,
  tx: Tx,
  { pictureId }: RequestOf<typeof pictureReplace>,
): Promise<Done> {
  const { now } = ctx;
  const { borrowerId } = ctx.who;
  const applicationId = (await latestApplication(tx, borrowerId))?.row.id;
  // Without a place in the queue, the application is decided.
  const open =
    applicationId && (await lockWaiting(tx, applicationId))
      ? await expireRequests(ctx, tx, applicationId)
      : [];
  if (!applicationId) refuse(pictureReplace, 'pictureNotRequested');
  for (const { id, purpose, asked_at: since } of open) {
    if (!(await findOwnPicture(tx, { pictureId, borrowerId, purpose, since }))) continue;
    await answerRequest(tx, { id, pictureId, at: now });
    await replacePicture(tx, applicationId, purpose, pictureId);
    await setDue(tx, applicationId, await dueAfterRequests(ctx, tx, applicationId));
    await audit(tx, {
      at: now,
      who: 'the borrower',
      act: 'pictureReplaced',
      subject: borrowerId,
      detail: { application: applicationId, purpose },
    });
    return { ids: {} };
  }
  return refuse(pictureReplace, 'pictureNotRequested');
}
