// The unsaved answers of a form, sealed for the borrower, so that they can continue on another
// device (docs/decisions/0043).
import type { RequestOf } from '@sandali/contract/call.ts';
import {
  type CreditStep,
  creditSteps,
  type IncomeBand,
  incomeBands,
  type KeptDraft,
} from '@sandali/contract/credit.ts';
import { type Draft, draftSave, zDraft } from '@sandali/contract/draft.ts';
import { draftDays } from '@sandali/contract/draftDays.ts';
import * as v from 'valibot';
import type { AppContext } from '#/context/app-context.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import { isStepOpen, mayBegin } from '#/credit/rules.ts';
import { completedSteps, latestApplication } from '#/credit/store.ts';
import type { Db, Read, Tx } from '#/db/database.ts';
import { readPart } from '#/db/snapshot.ts';
import { manilaDayOf, wireInstant } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import type { Sealer } from '#/platform/seal.ts';
import {
  type DraftRow,
  deleteDraftsUntil,
  draftsPart,
  dropDraft,
  storeDraft,
} from './draft.store.ts';

const noStep = { personal: false, contacts: false, work: false, identity: false };
/** Forms that borrowers may begin before the earlier steps are saved. */
const mayComeFirst: readonly CreditStep[] = ['work', 'identity'];
/** Returns the instant, in business time, at or before which an expired draft was last saved. */
export const draftsSince = (now: Temporal.Instant) => now.subtract({ hours: 24 * draftDays });

/**
 * Stores a form's draft, or deletes it if `values` is empty. Refuses a step that cannot be saved
 * yet, except work and ID. Never begins an application.
 */
export async function saveDraft(
  ctx: BorrowerCtx,
  tx: Tx,
  draft: RequestOf<typeof draftSave>,
): Promise<Done> {
  const { borrowerId } = ctx.who;
  const latest = await latestApplication(tx, borrowerId);
  const isOpen =
    (latest && !latest.facts.submitted) || mayBegin(latest?.facts ?? null, manilaDayOf(ctx.now));
  if (!isOpen) refuse(draftSave, 'creditLocked');
  const isReached =
    mayComeFirst.includes(draft.form) ||
    isStepOpen(latest ? completedSteps(latest.row) : noStep, draft.form);
  if (!isReached) refuse(draftSave, 'creditStepMissing');
  if (Object.keys(draft.values).length === 0) await dropDraft(tx, borrowerId, draft.form);
  else {
    const sealed = ctx.app.sealer.seal('draft', borrowerId, JSON.stringify(draft));
    await storeDraft(tx, {
      borrowerId,
      form: draft.form,
      sealed,
      deviceId: ctx.deviceId,
      keptAt: ctx.now,
    });
  }
  return { ids: {} };
}

export type ExportedDraft = {
  form: CreditStep;
  values: Record<string, string>;
  leftAt: string | null;
  keptAt: Temporal.Instant;
  deviceId: string;
};

/**
 * Returns a borrower's drafts, newest first. Ignores drafts in an older format or in the wrong row.
 */
export async function draftsOf(
  { sealer }: Pick<AppContext, 'sealer'>,
  read: Read,
  of: { borrowerId: string; now: Temporal.Instant },
): Promise<ExportedDraft[]> {
  return openDrafts(
    sealer,
    await readPart(read, draftsPart, {
      borrowerId: of.borrowerId,
      draftsSince: draftsSince(of.now),
    }),
  );
}

function openDrafts(sealer: Sealer, rows: readonly DraftRow[]): ExportedDraft[] {
  return rows.flatMap((row) => {
    const parsed = v.safeParse(
      zDraft,
      JSON.parse(sealer.open('draft', row.borrower_id, row.answers_sealed)),
    );
    if (!parsed.success || parsed.output.form !== row.form) return [];
    const { form, values, leftAt }: Draft = parsed.output;
    return [
      {
        form,
        values: values as Record<string, string>,
        leftAt,
        keptAt: row.saved_at,
        deviceId: row.device_id,
      },
    ];
  });
}

/** Returns the income in a draft of the work step; null if none. */
export function incomeOfDraft(sealer: Sealer, row: DraftRow | null): IncomeBand | null {
  const [draft] = openDrafts(sealer, row ? [row] : []);
  return incomeBands.find((band) => band === draft?.values.incomeBand) ?? null;
}

export function shownDrafts(ctx: BorrowerCtx, rows: readonly DraftRow[]): KeptDraft[] {
  return openDrafts(ctx.app.sealer, rows).map(({ keptAt, deviceId, ...rest }) => ({
    ...rest,
    keptAt: wireInstant(keptAt) as KeptDraft['keptAt'],
    isFromHere: deviceId === ctx.deviceId,
  }));
}

/**
 * Returns the step to continue at: the earlier of the next step and the newest draft's step, or the
 * ID step if the newest draft is of the ID. Returns null if there is no next step.
 */
export function nextDraftStep(
  nextStep: CreditStep | null,
  newestDraft: CreditStep | null,
): CreditStep | null {
  if (!nextStep || !newestDraft) return nextStep;
  const isAhead = creditSteps.indexOf(newestDraft) > creditSteps.indexOf(nextStep);
  return isAhead && newestDraft !== 'identity' ? nextStep : newestDraft;
}

/**
 * Removes the Facebook link from the drafts. Lock the borrower first.
 * @returns whether there was a link.
 */
export async function removeLinkFromDraft(
  { sealer }: Pick<AppContext, 'sealer'>,
  tx: Tx,
  borrowerId: string,
): Promise<boolean> {
  const drafts = await draftsOf({ sealer }, tx, {
    borrowerId,
    now: Temporal.Instant.fromEpochMilliseconds(0),
  });
  const draft = drafts.find(({ form, values }) => form === 'personal' && values.facebookLink);
  if (!draft) return false;
  const { form, leftAt, deviceId, keptAt } = draft;
  const { facebookLink: _, ...values } = draft.values;
  const sealed = sealer.seal('draft', borrowerId, JSON.stringify({ form, values, leftAt }));
  await storeDraft(tx, { borrowerId, form, sealed, deviceId, keptAt });
  return true;
}

/** Deletes expired drafts. `now` is business time. */
export async function deleteDrafts(db: Db, now: Temporal.Instant): Promise<void> {
  await deleteDraftsUntil(db, draftsSince(now));
}
