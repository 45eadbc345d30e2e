// Sends a rejected application to a reviewer, as a new application with the same answers and
// pictures.

import type { WorkCtx } from '#/context/ctx.ts';
import { arePicturesStored } from '#/credit/application/picture.store.ts';
import {
  applicationById,
  beginApplication,
  latestApplication,
  storeSubmission,
} from '#/credit/store.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { invariant } from '#/platform/refuse.ts';
import { decide } from './decide.ts';
import type { Decision } from './review.ts';
import { reviewRulesOn } from './rules.ts';

const answerWithinHours = 48;

/**
 * Sends the application that `decisionId` rejected to a reviewer. Lock the borrower first.
 * @returns 'newer' if the borrower has begun another application since, 'incomplete' if the ID step
 * or its pictures are deleted.
 */
export async function reviewAgain(
  ctx: WorkCtx,
  tx: Tx,
  of: { borrowerId: string; decisionId: string; who: string; reason: string },
): Promise<'again' | 'newer' | 'incomplete'> {
  const { now } = ctx;
  const refused = await latestApplication(tx, of.borrowerId);
  if (refused?.decision?.id !== of.decisionId) return 'newer';
  const { row } = refused;
  const {
    identity_sealed: identitySealed,
    id_number_hash: idNumberHash,
    front_picture_id: front,
    selfie_picture_id: selfie,
  } = row;
  if (
    !identitySealed ||
    !idNumberHash ||
    !front ||
    !selfie ||
    !(await arePicturesStored(tx, [front, selfie]))
  )
    return 'incomplete';
  const deviceId = row.device_id ?? '';
  const begun = await beginApplication(tx, {
    id: newIdFor(of.borrowerId, now),
    borrowerId: of.borrowerId,
    deviceId,
    startedAt: now,
    earlier: row,
    isAgain: true,
  });
  await storeSubmission(tx, begun, {
    identitySealed,
    idNumberHash,
    frontPictureId: front,
    selfiePictureId: selfie,
    deviceId,
    submittedAt: now,
    reviewFrom: now,
    answerBy: now.add({ hours: answerWithinHours }),
  });
  const again = await applicationById(tx, begun.id);
  invariant(again, 'an application is missing after its insert');
  const { version } = reviewRulesOn(manilaDayOf(now));
  const decision: Decision = {
    outcome: 'manual',
    rulesVersion: version,
    rulesFired: [{ rule: 'disputeUpheld', says: 'manual', facts: {} }],
  };
  const inputsHash = ctx.app.sealer.hash('reviewInputs', begun.id);
  await decide(ctx, tx, again, { decision, inputsHash, who: of.who, reason: of.reason });
  return 'again';
}
