// All SQL for drafts.
import type { CreditStep } from '@sandali/contract/credit.ts';
import type { Kysely } from 'kysely';
import { deleteEnded } from '#/context/cleanup.ts';
import type { Db, Tx } from '#/db/database.ts';
import { type Given, part } from '#/db/snapshot.ts';
import type { DB } from '#/db/tables.ts';

export type OfDrafts = Given<{ borrowerId: string; draftsSince: Temporal.Instant }>;

/** A borrower's drafts saved after `draftsSince`, newest first. */
export const draftsPart = part(
  (db, of: OfDrafts) =>
    keptDrafts(db, of).select(['borrower_id', 'form', 'answers_sealed', 'device_id', 'saved_at']),
  (rows): DraftRow[] => rows,
);
export type DraftRow = {
  borrower_id: string;
  form: string;
  answers_sealed: Buffer;
  device_id: string;
  saved_at: Temporal.Instant;
};

export function keptDrafts(db: Kysely<DB>, { borrowerId, draftsSince }: OfDrafts) {
  return db
    .selectFrom('credit_drafts')
    .where('borrower_id', '=', borrowerId)
    .where('saved_at', '>', draftsSince)
    .orderBy('saved_at', 'desc')
    .orderBy('form');
}

type Row = {
  borrowerId: string;
  form: CreditStep;
  sealed: Buffer;
  deviceId: string;
  keptAt: Temporal.Instant;
};

/** Stores a form's draft and replaces any earlier draft. */
export async function storeDraft(tx: Tx, row: Row): Promise<void> {
  const values = { answers_sealed: row.sealed, device_id: row.deviceId, saved_at: row.keptAt };
  await tx
    .insertInto('credit_drafts')
    .values({ borrower_id: row.borrowerId, form: row.form, ...values })
    .onConflict((clash) => clash.columns(['borrower_id', 'form']).doUpdateSet(values))
    .execute();
}

export async function dropDraft(tx: Tx, borrowerId: string, form: CreditStep): Promise<void> {
  await tx
    .deleteFrom('credit_drafts')
    .where('borrower_id', '=', borrowerId)
    .where('form', '=', form)
    .execute();
}

/** Deletes the drafts last saved at or before `until`. */
export async function deleteDraftsUntil(db: Db, until: Temporal.Instant): Promise<void> {
  await deleteEnded(db, 'credit_drafts', 'saved_at', until.add({ microseconds: 1 }));
}
