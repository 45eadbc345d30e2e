// The steps of an application in the database: sealed JSON, validated by the contract's schema when
// it is opened.
import {
  type CreditStep,
  zContact,
  zIdentity,
  zPersonal,
  zWork,
} from '@sandali/contract/credit.ts';
import * as v from 'valibot';
import type { Sealer } from '#/platform/seal.ts';

/** The stored ID step; its pictures have their own columns. */
const zStoredIdentity = v.omit(zIdentity, ['frontPictureId', 'selfiePictureId']);

/** The references; fewer than three after a reference has opted out. */
const zStoredContacts = v.pipe(v.array(zContact), v.maxLength(3));

const schemas = {
  personal: zPersonal,
  contacts: zStoredContacts,
  work: zWork,
  identity: zStoredIdentity,
} as const;
export type StepValues<Step extends CreditStep> = v.InferOutput<(typeof schemas)[Step]>;

/** Seals a step's answers, bound to the step and the borrower. */
export function sealStep<Step extends CreditStep>(
  sealer: Sealer,
  step: Step,
  borrowerId: string,
  answers: StepValues<Step>,
): Buffer {
  return sealer.seal(step, borrowerId, JSON.stringify(answers));
}

/** Opens a step. Returns null if the step is not saved, and throws if its key or shape is wrong. */
export function openStep<Step extends CreditStep>(
  sealer: Sealer,
  step: Step,
  borrowerId: string,
  sealed: Buffer | null,
): StepValues<Step> | null {
  if (!sealed) return null;
  return v.parse(
    schemas[step],
    JSON.parse(sealer.open(step, borrowerId, sealed)),
  ) as StepValues<Step>;
}

type SealedSteps = { [Step in CreditStep as `${Step}_sealed`]: Buffer | null };

/**
 * Returns a keyed hash of the sealed steps' nonces, 32 bytes. It changes when a step is saved
 * again, but not when a rotation of the master key reseals the step.
 */
export function sealedHash(sealer: Sealer, row: SealedSteps): Buffer {
  const steps = [row.personal_sealed, row.contacts_sealed, row.work_sealed, row.identity_sealed];
  return sealer.hash(
    'reviewGiven',
    JSON.stringify(steps.map((step) => step?.subarray(2, 14).toString('hex') ?? null)),
  );
}
