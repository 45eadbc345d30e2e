// All SQL for applications and their decisions.
import type { CreditStep, ReasonGroup } from '@sandali/contract/credit.ts';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { CreditApplications, CreditDecisions } from '#/db/tables.ts';
import { invariant } from '#/platform/refuse.ts';
import type { Application } from './rules.ts';

export type ApplicationRow = Selectable<CreditApplications>;
export type DecisionRow = Selectable<CreditDecisions>;
/** An application with its latest decision. */
export type Latest = { row: ApplicationRow; decision: DecisionRow | null; facts: Application };

/** Returns the borrower's latest application, or null. */
export async function latestApplication(read: Read, borrowerId: string): Promise<Latest | null> {
  const row = await read
    .selectFrom('credit_applications')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? await withDecision(read, row) : null;
}

/** Returns the ID step of the newest submitted application, still sealed. */
export async function latestIdentity(read: Read, borrowerId: string): Promise<Buffer | null> {
  const row = await read
    .selectFrom('credit_applications')
    .select('identity_sealed')
    .where('borrower_id', '=', borrowerId)
    .where('submitted_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.identity_sealed ?? null;
}

export async function applicationById(read: Read, applicationId: string): Promise<Latest | null> {
  const row = await read
    .selectFrom('credit_applications')
    .selectAll()
    .where('id', '=', applicationId)
    .executeTakeFirst();
  return row ? await withDecision(read, row) : null;
}

/** Returns the applications with these ids, unordered. */
export async function applicationsById(
  read: Read,
  applicationIds: readonly string[],
): Promise<Latest[]> {
  if (applicationIds.length === 0) return [];
  const query = read
    .selectFrom('credit_applications')
    .selectAll()
    .where('id', '=', sql<string>`any(${applicationIds}::uuid[])`);
  return await withDecisions(read, await query.execute());
}

/** Returns all applications of a borrower, oldest first. */
export async function allApplications(read: Read, borrowerId: string): Promise<Latest[]> {
  const rows = await read
    .selectFrom('credit_applications')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('number')
    .execute();
  return await withDecisions(read, rows);
}

/** Returns all decisions on an application, oldest first. */
export async function decisionsOn(read: Read, applicationId: string): Promise<DecisionRow[]> {
  return await read
    .selectFrom('credit_decisions')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('number')
    .execute();
}

async function withDecision(read: Read, row: ApplicationRow): Promise<Latest> {
  const [latest] = await withDecisions(read, [row]);
  invariant(latest, 'each row becomes an application');
  return latest;
}

/** Adds the latest decision to each application with one query, in the same order. */
async function withDecisions(read: Read, rows: readonly ApplicationRow[]): Promise<Latest[]> {
  if (rows.length === 0) return [];
  const decisions = await read
    .selectFrom('credit_decisions')
    .distinctOn('application_id')
    .selectAll()
    .where(
      'application_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('application_id')
    .orderBy('number', 'desc')
    .execute();
  const byApplication = new Map(decisions.map((decision) => [decision.application_id, decision]));
  return rows.map((row) => {
    const decision = byApplication.get(row.id) ?? null;
    return { row, decision, facts: factsOf(row, decision) };
  });
}

type Dated = Steps & Pick<ApplicationRow, 'submitted_at' | 'review_from' | 'answer_by'>;
type Decided = Pick<DecisionRow, 'outcome' | 'decided_at' | 'reason_group' | 'resubmit_on'>;

export function factsOf(row: Dated, decision: Decided | null): Application {
  const { submitted_at: at, review_from: reviewFrom, answer_by: answerBy } = row;
  return {
    completed: completedSteps(row),
    submitted: at && reviewFrom && answerBy ? { at, reviewFrom, answerBy } : null,
    decision: decision && {
      outcome: decision.outcome as 'approved' | 'rejected' | 'manual',
      at: decision.decided_at,
      reasonGroup: decision.reason_group as ReasonGroup | null,
      resubmitOn: decision.resubmit_on,
    },
  };
}

export type Steps = Pick<
  ApplicationRow,
  'personal_sealed' | 'contacts_sealed' | 'work_sealed' | 'identity_sealed'
>;

/** Returns which steps a row contains. */
export function completedSteps(row: Steps): Record<CreditStep, boolean> {
  return {
    personal: row.personal_sealed !== null,
    contacts: row.contacts_sealed !== null,
    work: row.work_sealed !== null,
    identity: row.identity_sealed !== null,
  };
}

/**
 * Begins an application with the answers of an earlier one, but without the pictures and the hash
 * of the ID number.
 */
export async function beginApplication(
  tx: Tx,
  of: {
    id: string;
    borrowerId: string;
    deviceId: string;
    startedAt: Temporal.Instant;
    earlier: ApplicationRow | null;
    isAgain?: boolean;
  },
): Promise<ApplicationRow> {
  return await tx
    .insertInto('credit_applications')
    .values({
      id: of.id,
      borrower_id: of.borrowerId,
      number: (of.earlier?.number ?? 0) + 1,
      device_id: of.deviceId,
      started_at: of.startedAt,
      personal_sealed: of.earlier?.personal_sealed ?? null,
      contacts_sealed: of.earlier?.contacts_sealed ?? null,
      work_sealed: of.earlier?.work_sealed ?? null,
      identity_sealed: of.earlier?.identity_sealed ?? null,
      // A reconsideration shares the pictures of the earlier application.
      reconsideration_of: of.isAgain ? (of.earlier?.id ?? null) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores one step of an open application. */
export async function storeStep(
  tx: Tx,
  row: ApplicationRow,
  step: Exclude<CreditStep, 'identity'>,
  sealed: Buffer,
): Promise<void> {
  const columns = {
    personal: 'personal_sealed',
    contacts: 'contacts_sealed',
    work: 'work_sealed',
  } as const;
  await changeOpen(tx, row, { [columns[step]]: sealed });
}

/** Replaces the personal information of an application, submitted or not. */
export async function replacePersonal(
  tx: Tx,
  applicationId: string,
  sealed: Buffer,
): Promise<void> {
  await tx
    .updateTable('credit_applications')
    .set({ personal_sealed: sealed })
    .where('id', '=', applicationId)
    .execute();
}

/** Replaces the ID step of an application; `hash` is null if it was never submitted. */
export async function replaceIdentity(
  tx: Tx,
  applicationId: string,
  sealed: Buffer,
  hash: Buffer | null,
): Promise<void> {
  await tx
    .updateTable('credit_applications')
    .set({ identity_sealed: sealed, id_number_hash: hash })
    .where('id', '=', applicationId)
    .execute();
}

/** Replaces a picture of a submitted application that a reviewer has requested again. */
export async function replacePicture(
  tx: Tx,
  applicationId: string,
  purpose: 'idFront' | 'selfie',
  pictureId: string,
): Promise<void> {
  const columns = { idFront: 'front_picture_id', selfie: 'selfie_picture_id' } as const;
  await tx
    .updateTable('credit_applications')
    .set({ [columns[purpose]]: pictureId })
    .where('id', '=', applicationId)
    .execute();
}

/** Replaces the references of an application, submitted or not. */
export async function replaceContacts(
  tx: Tx,
  applicationId: string,
  sealed: Buffer,
): Promise<void> {
  await tx
    .updateTable('credit_applications')
    .set({ contacts_sealed: sealed })
    .where('id', '=', applicationId)
    .execute();
}

export type Submission = {
  identitySealed: Buffer;
  idNumberHash: Buffer;
  frontPictureId: string;
  selfiePictureId: string;
  deviceId: string;
  submittedAt: Temporal.Instant;
  reviewFrom: Temporal.Instant;
  answerBy: Temporal.Instant;
};

/** Stores the last step, submits the application and queues it for review. */
export async function storeSubmission(tx: Tx, row: ApplicationRow, of: Submission): Promise<void> {
  await changeOpen(tx, row, {
    identity_sealed: of.identitySealed,
    id_number_hash: of.idNumberHash,
    front_picture_id: of.frontPictureId,
    selfie_picture_id: of.selfiePictureId,
    device_id: of.deviceId,
    submitted_at: of.submittedAt,
    review_from: of.reviewFrom,
    answer_by: of.answerBy,
  });
  await tx
    .insertInto('credit_reviews')
    .values({ application_id: row.id, due_at: of.reviewFrom })
    .execute();
}

async function changeOpen(
  tx: Tx,
  row: ApplicationRow,
  values: Partial<ApplicationRow>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('credit_applications')
    .set(values)
    .where('id', '=', row.id)
    .where('borrower_id', '=', row.borrower_id)
    .where('submitted_at', 'is', null)
    .executeTakeFirst();
  invariant(numUpdatedRows === 1n, 'an open application stays open while its borrower is locked');
}

/** Blocks other submissions of the same ID number until this transaction ends. */
export async function lockIdNumber(tx: Tx, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0)})`.execute(tx);
}

/** Returns the number of other borrowers who submitted this ID number. */
export async function othersWithIdNumber(
  read: Read,
  hash: Buffer,
  borrowerId: string,
): Promise<number> {
  const others = await read
    .selectFrom('credit_applications')
    .select(({ fn }) => fn.count<bigint>('borrower_id').distinct().as('people'))
    .where('id_number_hash', '=', hash)
    .where('submitted_at', 'is not', null)
    .where('borrower_id', '<>', borrowerId)
    .executeTakeFirstOrThrow();
  return Number(others.people);
}
