// What the review looks at, read and opened for it.
import { phoneOf } from '#/account/account.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf } from '#/kit/days.ts';
import { invariant } from '#/kit/refuse.ts';
import type { Sealer } from '#/kit/seal.ts';
import { pictureTwins, qualitiesOf } from './pictures-store.ts';
import type { ReviewFacts } from './review.ts';
import { openStep } from './sealed.ts';
import { type ApplicationRow, othersWithIdNumber } from './store.ts';

/** Gathers the facts of a submitted application as of a moment of business time. */
export async function factsOf(read: Read, sealer: Sealer, row: ApplicationRow, now: Temporal.Instant): Promise<ReviewFacts> {
  const { borrower_id: borrowerId, front_picture_id: front, selfie_picture_id: selfie, id_number_hash: idNumberHash } = row;
  const personal = openStep(sealer, 'personal', row.personal_sealed);
  const contacts = openStep(sealer, 'contacts', row.contacts_sealed);
  const work = openStep(sealer, 'work', row.work_sealed);
  const identity = openStep(sealer, 'identity', row.identity_sealed);
  invariant(personal && contacts && work && identity && front && selfie && idNumberHash, 'an application under review is not complete');
  const twins = await pictureTwins(read, { pictureIds: [front, selfie], borrowerId });
  const [frontQuality, selfieQuality] = await qualitiesOf(read, [front, selfie]);
  return {
    today: manilaDayOf(now),
    personal,
    contacts,
    work,
    identity,
    ownPhone: await phoneOf(read, sealer, borrowerId),
    othersWithSameId: await othersWithIdNumber(read, idNumberHash, borrowerId),
    othersWithSamePicture: twins.others,
    isOnePicture: twins.isOnePicture,
    pictureQuality: { idFront: frontQuality ?? null, selfie: selfieQuality ?? null },
  };
}

/** A keyed hash of everything the decision was made from, so that it can be shown later what was known. */
export function inputsHashOf(sealer: Sealer, facts: ReviewFacts): Buffer {
  return sealer.hash('reviewInputs', JSON.stringify(facts));
}
