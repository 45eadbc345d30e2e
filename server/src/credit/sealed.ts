// The steps of an application as they lie in the database: one sealed piece of JSON a step, read
// again through the contract's own shape.
import {
  type CreditStep,
  zContact,
  zIdentity,
  zPersonal,
  zWork,
} from '@sandali/contract/credit.ts';
import * as v from 'valibot';
import type { Sealer } from '#/platform/seal.ts';

/** What is stored of the ID step; the pictures have separate columns. */
const zStoredIdentity = v.omit(zIdentity, ['frontPictureId', 'selfiePictureId']);

/** A reference who asked to be none is taken out of what was given. */
const zStoredContacts = v.pipe(v.array(zContact), v.maxLength(3));

const schemas = {
  personal: zPersonal,
  contacts: zStoredContacts,
  work: zWork,
  identity: zStoredIdentity,
} as const;
export type Given<Step extends CreditStep> = v.InferOutput<(typeof schemas)[Step]>;

/** Seals a step of a borrower's application for its own purpose. */
export function sealStep<Step extends CreditStep>(
  sealer: Sealer,
  step: Step,
  borrowerId: string,
  given: Given<Step>,
): Buffer {
  return sealer.seal(step, borrowerId, JSON.stringify(given));
}

/**
 * Opens a step; null where it was not given. Throws where it was sealed by other keys or in another
 * shape.
 */
export function openStep<Step extends CreditStep>(
  sealer: Sealer,
  step: Step,
  borrowerId: string,
  sealed: Buffer | null,
): Given<Step> | null {
  if (!sealed) return null;
  return v.parse(schemas[step], JSON.parse(sealer.open(step, borrowerId, sealed))) as Given<Step>;
}

type SealedSteps = { [Step in CreditStep as `${Step}_sealed`]: Buffer | null };

/**
 * A keyed hash of the steps as they lie there: it changes as soon as one of them is given again. 32
 * bytes.
 */
export function sealedHash(sealer: Sealer, row: SealedSteps): Buffer {
  const steps = [row.personal_sealed, row.contacts_sealed, row.work_sealed, row.identity_sealed];
  return sealer.hash(
    'reviewGiven',
    JSON.stringify(steps.map((step) => step?.toString('hex') ?? null)),
  );
}
