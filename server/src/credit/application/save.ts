// The first three steps: personal information, references, income. Each can be saved again until
// the last step submits the application.

import type { RequestOf } from '@sandali/contract/call.ts';
import {
  basicSave,
  type CreditStep,
  contactSave,
  type Work,
  workSave,
} from '@sandali/contract/credit.ts';
import { phoneOf } from '#/account/account.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import { storeName } from '#/credit/name-keys/name-keys.ts';
import { checkOptedOut } from '#/credit/references/references.ts';
import { mayAskPerson, whyIncomeTooLow } from '#/credit/review/affordability.ts';
import { agesOf, reviewRulesOn } from '#/credit/review/rules.ts';
import { ageOn, contactsFault, isStepOpen, mayBegin } from '#/credit/rules.ts';
import { type StepValues, sealStep } from '#/credit/sealed.ts';
import {
  type ApplicationRow,
  beginApplication,
  completedSteps,
  latestApplication,
  storeStep,
} from '#/credit/store.ts';
import { isPlace } from '#/data/geography.ts';
import type { Tx } from '#/db/database.ts';
import { manilaDayOf } from '#/platform/days.ts';
import { newIdFor } from '#/platform/random.ts';
import { refuse } from '#/platform/refuse.ts';
import { dropDraft } from './draft.store.ts';

type Saved = Done<{ applicationId: string }>;

/**
 * Saves personal information and the borrower's name. Does not check the maximum age, because the
 * review does so and gives the reason for a rejection.
 */
export async function savePersonal(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof basicSave>,
): Promise<Saved> {
  const row = (await openApplication(ctx, tx)) ?? refuse(basicSave, 'creditLocked');
  const today = manilaDayOf(ctx.now);
  if (ageOn(input.bornOn, today) < agesOf(reviewRulesOn(today)).least)
    refuse(basicSave, 'tooYoung');
  if (!isKnownPlace(input)) refuse(basicSave, 'placeUnknown');
  await storeName(ctx.app, tx, ctx.who.borrowerId, input);
  return await store(ctx, tx, row, 'personal', input);
}

export async function saveContacts(
  ctx: BorrowerCtx,
  tx: Tx,
  { contacts }: RequestOf<typeof contactSave>,
): Promise<Saved> {
  const row = (await openApplication(ctx, tx)) ?? refuse(contactSave, 'creditLocked');
  if (!isStepOpen(completedSteps(row), 'contacts')) refuse(contactSave, 'creditStepMissing');
  const fault = contactsFault(contacts, await phoneOf(tx, ctx.app.sealer, ctx.who.borrowerId));
  if (fault) refuse(contactSave, fault);
  if (await checkOptedOut(tx, ctx.app.sealer, contacts)) refuse(contactSave, 'contactAskedOut');
  return await store(ctx, tx, row, 'contacts', contacts);
}

export async function saveWork(
  ctx: BorrowerCtx,
  tx: Tx,
  input: RequestOf<typeof workSave>,
): Promise<Saved> {
  const row = (await openApplication(ctx, tx)) ?? refuse(workSave, 'creditLocked');
  if (!isStepOpen(completedSteps(row), 'work')) refuse(workSave, 'creditStepMissing');
  if (!isKnownPlace(input)) refuse(workSave, 'placeUnknown');
  const tooLow = await whyIncomeTooLow(ctx, input.incomeBand);
  // Refuse now, before the borrower photographs an ID for nothing, unless they ask for a
  // reviewer.
  if (tooLow && !(input.asksPerson && (await mayAskPerson(ctx))))
    refuse(workSave, 'incomeTooLow', tooLow);
  return await store(ctx, tx, row, 'work', { ...input, asksPerson: tooLow !== null });
}

async function store<Step extends Exclude<CreditStep, 'identity'>>(
  ctx: BorrowerCtx,
  tx: Tx,
  row: ApplicationRow,
  step: Step,
  answers: StepValues<Step>,
): Promise<Saved> {
  await dropDraft(tx, row.borrower_id, step);
  await storeStep(tx, row, step, sealStep(ctx.app.sealer, step, row.borrower_id, answers));
  return { ids: { applicationId: row.id } };
}

/** Whether the place exists. A borrower without a job may omit it. */
function isKnownPlace({
  provinceCode,
  cityCode,
  barangayCode,
}: Pick<Work, 'provinceCode' | 'cityCode' | 'barangayCode'>): boolean {
  const isNone = provinceCode === null && cityCode === null && barangayCode === null;
  return (
    isNone ||
    isPlace({ province: provinceCode ?? '', city: cityCode ?? '', barangay: barangayCode ?? '' })
  );
}

/**
 * Returns the open application, or begins a new one with the earlier answers. Returns null if the
 * borrower may not change anything now. Lock the borrower first.
 */
export async function openApplication(ctx: BorrowerCtx, tx: Tx): Promise<ApplicationRow | null> {
  const { borrowerId } = ctx.who;
  const latest = await latestApplication(tx, borrowerId);
  if (latest && !latest.facts.submitted) return latest.row;
  if (!mayBegin(latest?.facts ?? null, manilaDayOf(ctx.now))) return null;
  return await beginApplication(tx, {
    id: newIdFor(borrowerId, ctx.now),
    borrowerId,
    deviceId: ctx.deviceId,
    startedAt: ctx.now,
    earlier: latest?.row ?? null,
  });
}
