// All SQL for suspicious transactions.
import { afterRowCondition, pageLength } from '#/commands/page.ts';
import { deleteEnded } from '#/context/cleanup.ts';
import type { Db, Read, Tx } from '#/db/database.ts';

type SuspicionOutcome = 'released' | 'unfounded';

const reports = (read: Read) =>
  read
    .selectFrom('suspicion_reports as s')
    .innerJoin('approvals as a', 'a.id', 's.approval_id')
    .selectAll('s')
    .select('a.proposed_by as recorded_by');
export type SuspicionRow = Awaited<ReturnType<typeof suspicionsOf>>[number];

/** Returns the reports that these approvals decide on. */
export async function suspicionsOf(read: Read, approvalIds: readonly string[]) {
  return await reports(read).where('s.approval_id', 'in', approvalIds).execute();
}

/**
 * Returns a page of the reports that await a second person's decision, oldest first, and one more
 * if there are more.
 */
export async function waitingSuspicions(read: Read, after: string | null) {
  const order = { table: 'suspicion_reports', alias: 's', by: 'recorded_at' };
  return await reports(read)
    .where('s.decided_at', 'is', null)
    .where(await afterRowCondition(read, order, after))
    .orderBy('s.recorded_at')
    .orderBy('s.id')
    .limit(pageLength + 1)
    .execute();
}

/** Returns a page of decided reports, newest first, and one more if there are more. */
export async function decidedSuspicions(read: Read, after: string | null) {
  const order = { table: 'suspicion_reports', alias: 's', by: 'decided_at', isNewestFirst: true };
  return await reports(read)
    .where('s.decided_at', 'is not', null)
    .where(await afterRowCondition(read, order, after))
    .orderBy('s.decided_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(pageLength + 1)
    .execute();
}

export async function findSuspicion(read: Read, id: string): Promise<SuspicionRow | undefined> {
  return await reports(read).where('s.id', '=', id).executeTakeFirst();
}

type NewSuspicion = {
  id: string;
  borrowerId: string;
  noticedOn: Temporal.PlainDate;
  wordsSealed: Buffer;
  recordedAt: Temporal.Instant;
  approvalId: string;
};

export async function insertSuspicion(tx: Tx, of: NewSuspicion): Promise<void> {
  await tx
    .insertInto('suspicion_reports')
    .values({
      id: of.id,
      borrower_id: of.borrowerId,
      noticed_on: of.noticedOn,
      words_sealed: of.wordsSealed,
      recorded_at: of.recordedAt,
      approval_id: of.approvalId,
    })
    .execute();
}

type Decision = { outcome: SuspicionOutcome; at: Temporal.Instant; referenceSealed: Buffer | null };

/** Stores the second person's decision. Confirm the approval first. */
export async function decideSuspicion(
  tx: Tx,
  id: string,
  { outcome, at, referenceSealed }: Decision,
): Promise<void> {
  await tx
    .updateTable('suspicion_reports')
    .set({ outcome, decided_at: at, reference_sealed: referenceSealed })
    .where('id', '=', id)
    .execute();
}

/** Deletes the reports that were decided before the given instant. */
export async function deleteOldSuspicions(db: Db, decidedBefore: Temporal.Instant): Promise<void> {
  await deleteEnded(db, 'suspicion_reports', 'decided_at', decidedBefore);
}
