// The SQL that finds applications with the same ID number or device.
import { sql } from 'kysely';
import type { Read } from '#/db/database.ts';

/** The maximum number of results; a reviewer does not need more. */
const most = 20;

export type OthersApplication = { borrowerId: string; applicationId: string; isSubmitted: boolean };

/** Returns each borrower's newest submitted application, or else their newest open one. */
export async function latestApplicationsOf(
  read: Read,
  borrowerIds: readonly string[],
): Promise<OthersApplication[]> {
  if (borrowerIds.length === 0) return [];
  const rows = await read
    .selectFrom('credit_applications')
    .distinctOn('borrower_id')
    .select(['borrower_id', 'id', 'submitted_at'])
    .where('borrower_id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .where('erased_at', 'is', null)
    .orderBy('borrower_id')
    .orderBy((row) => row('submitted_at', 'is', null))
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    borrowerId: row.borrower_id,
    applicationId: row.id,
    isSubmitted: row.submitted_at !== null,
  }));
}

/** Returns each other borrower's newest submitted application with this ID number. */
export async function sameIdNumber(
  read: Read,
  hash: Buffer,
  borrowerId: string,
): Promise<string[]> {
  const rows = await read
    .selectFrom('credit_applications')
    .distinctOn('borrower_id')
    .select('id')
    .where('id_number_hash', '=', hash)
    .where('submitted_at', 'is not', null)
    .where('borrower_id', '<>', borrowerId)
    .orderBy('borrower_id')
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Returns the other borrowers who submitted from these devices since the given instant, each with
 * their last submission.
 */
export async function applicationsFrom(
  read: Read,
  of: { deviceIds: readonly string[]; borrowerId: string; since: Temporal.Instant },
): Promise<{ borrowerId: string; at: Temporal.Instant }[]> {
  if (of.deviceIds.length === 0) return [];
  const rows = await read
    .selectFrom('credit_applications')
    .distinctOn('borrower_id')
    .select(['borrower_id', 'submitted_at'])
    .where('device_id', 'in', of.deviceIds)
    .where('borrower_id', '<>', of.borrowerId)
    .where('submitted_at', '>=', of.since)
    .orderBy('borrower_id')
    .orderBy('submitted_at', 'desc')
    .limit(most)
    .execute();
  return rows.flatMap((row) =>
    row.submitted_at ? [{ borrowerId: row.borrower_id, at: row.submitted_at }] : [],
  );
}

/** Returns the times of a borrower's rejections, newest first. */
export async function rejectionsOf(read: Read, borrowerId: string): Promise<Temporal.Instant[]> {
  const rows = await read
    .selectFrom('credit_decisions as d')
    .innerJoin('credit_applications as a', 'a.id', 'd.application_id')
    .select('d.decided_at')
    .where('a.borrower_id', '=', borrowerId)
    .where('d.outcome', '=', 'rejected')
    .orderBy('d.decided_at', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => row.decided_at);
}
