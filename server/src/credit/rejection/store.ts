// All SQL for rejection notices and disputes.

import { type Insertable, type Selectable, sql } from 'kysely';
import { isAfter, type Place, pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { Disputes, RejectionNotices } from '#/db/tables.ts';

export type DisputeRow = Selectable<Disputes>;

/** Returns the disputes of a decision, newest first. */
export async function disputesOf(read: Read, decisionId: string): Promise<DisputeRow[]> {
  return await read
    .selectFrom('disputes')
    .selectAll()
    .where('decision_id', '=', decisionId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Returns a borrower's disputes, oldest first. */
export async function disputesOfBorrower(read: Read, borrowerId: string): Promise<DisputeRow[]> {
  return await read
    .selectFrom('disputes')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('asked_at')
    .execute();
}

/** Stores a dispute. The database refuses a second open dispute of a decision. */
export async function insertDispute(tx: Tx, dispute: Insertable<Disputes>): Promise<void> {
  await tx.insertInto('disputes').values(dispute).execute();
}

export async function findDispute(read: Read, id: string): Promise<DisputeRow | undefined> {
  return await read.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Returns a page of unanswered disputes, earliest due first, and one more row if there are more.
 */
export async function openDisputes(read: Read, after: Place | null): Promise<DisputeRow[]> {
  const open = read
    .selectFrom('disputes')
    .selectAll()
    .where('answered_at', 'is', null)
    .where(isAfter('due_on', 'id', after));
  return await open
    .orderBy('due_on')
    .orderBy('id')
    .limit(pageLength + 1)
    .execute();
}

type Answer = {
  at: Temporal.Instant;
  outcome: 'upheld' | 'declined';
  answerSealed: Buffer;
  who: string;
};

/** Answers a dispute. @returns false if it is already answered. */
export async function answerDispute(tx: Tx, id: string, by: Answer): Promise<boolean> {
  const row = await tx
    .updateTable('disputes')
    .set({
      answered_at: by.at,
      outcome: by.outcome,
      answer_sealed: by.answerSealed,
      answered_by: by.who,
    })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the disputes that are still open after their due day. */
export async function lateDisputes(read: Read, today: Temporal.PlainDate): Promise<number> {
  const row = await read
    .selectFrom('disputes')
    .select(sql<number>`count(*)::int`.as('late'))
    .where('answered_at', 'is', null)
    .where('due_on', '<', today)
    .executeTakeFirstOrThrow();
  return row.late;
}

/** Returns the notice of a decision; undefined if the borrower's account is erased. */
export async function rejectionNoticeOf(read: Read, decisionId: string) {
  const query = read
    .selectFrom('rejection_notices')
    .select(['locale', 'text as words', 'notified_at'])
    .where('decision_id', '=', decisionId);
  return await query.executeTakeFirst();
}

export async function insertRejectionNotice(
  tx: Tx,
  reason: Insertable<RejectionNotices>,
): Promise<void> {
  await tx.insertInto('rejection_notices').values(reason).execute();
}

/** Returns a borrower's rejection notices, oldest first. */
export async function rejectionNoticesOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('rejection_notices')
    .select(['reason_group', 'locale', 'text as words', 'notified_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('notified_at')
    .execute();
}
