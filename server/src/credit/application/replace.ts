// Handles /picture/replace. The new picture takes the place of the one that a reviewer requested
// again. The old one is deleted with the pictures that no application uses.
import type { RequestOf } from '@sandali/contract/call.ts';
import { pictureReplace } from '@sandali/contract/credit.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import { answerAsk } from '#/credit/manual/asks.store.ts';
import { dropLapsed, dueAfterAsks } from '#/credit/manual/asks.ts';
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
export async function replaceAsked(
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
      ? await dropLapsed(ctx, tx, applicationId)
      : [];
  if (!applicationId) refuse(pictureReplace, 'pictureNotAsked');
  for (const { id, purpose: of, asked_at: since } of open) {
    const purpose = of as 'idFront' | 'selfie';
    if (!(await findOwnPicture(tx, { pictureId, borrowerId, purpose, since }))) continue;
    await answerAsk(tx, { id, pictureId, at: now });
    await replacePicture(tx, applicationId, purpose, pictureId);
    await setDue(tx, applicationId, await dueAfterAsks(ctx, tx, applicationId));
    await audit(tx, {
      at: now,
      who: 'the borrower',
      act: 'pictureReplaced',
      subject: borrowerId,
      detail: { application: applicationId, purpose },
    });
    return { ids: {} };
  }
  return refuse(pictureReplace, 'pictureNotAsked');
}
