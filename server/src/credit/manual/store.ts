// All SQL for manual review: the queue and its leases, calls, and proposals of large limits.
import { type Insertable, type Selectable, sql } from 'kysely';
import { dropApproval } from '#/commands/approvals.ts';
import { isAfter, type Place, pageLength } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { ReviewCalls, ReviewProposals } from '#/db/tables.ts';
import { leaseMs } from './rules.ts';

export type CallRow = Selectable<ReviewCalls>;
export type ProposalRow = Selectable<ReviewProposals> & {
  proposed_by: string;
  proposed_at: Temporal.Instant;
  expires_at: Temporal.Instant;
};

/** Adds an application to the queue, unless it is already there. */
export async function insertManualReview(
  tx: Tx,
  applicationId: string,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('manual_reviews')
    .values({ application_id: applicationId, waiting_since: at, due_at: at })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

export async function deleteManualReview(tx: Tx, applicationId: string): Promise<void> {
  await tx.deleteFrom('manual_reviews').where('application_id', '=', applicationId).execute();
}

const waitingColumns = [
  'm.application_id as applicationId',
  'a.borrower_id as borrowerId',
  'm.waiting_since as waitingSince',
  'm.due_at as dueAt',
  'm.taken_by as takenBy',
  'm.taken_until as takenUntil',
  'm.alarm_step as alarmStep',
] as const;

export type Waiting = {
  applicationId: string;
  borrowerId: string;
  waitingSince: Temporal.Instant;
  dueAt: Temporal.Instant;
  takenBy: string | null;
  takenUntil: Temporal.Instant | null;
  alarmStep: number;
};

function waiting(read: Read) {
  return read
    .selectFrom('manual_reviews as m')
    .innerJoin('credit_applications as a', 'a.id', 'm.application_id')
    .select(waitingColumns);
}

/**
 * Returns a page of the applications awaiting manual review, oldest first, and one more if there
 * are more, without those that wait for a picture from the borrower.
 */
export async function waitingForPerson(
  read: Read,
  of: { now: Temporal.Instant; after: Place | null },
): Promise<Waiting[]> {
  return await waiting(read)
    .where(isAfter('m.waiting_since', 'm.application_id', of.after, 'timestamptz'))
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('m.due_at', '<=', of.now),
        not(
          exists(
            selectFrom('picture_requests as k')
              .select('k.id')
              .whereRef('k.application_id', '=', 'm.application_id')
              .where('k.ended_at', 'is', null),
          ),
        ),
      ]),
    )
    .orderBy('m.waiting_since')
    .orderBy('m.application_id')
    .limit(pageLength + 1)
    .execute();
}

export async function findWaiting(read: Read, applicationId: string): Promise<Waiting | undefined> {
  return await waiting(read).where('m.application_id', '=', applicationId).executeTakeFirst();
}

/**
 * Locks an application's place in the queue, so that nobody else can take it. Lock the borrower
 * first.
 */
export async function lockWaiting(tx: Tx, applicationId: string): Promise<Waiting | undefined> {
  return await waiting(tx)
    .where('m.application_id', '=', applicationId)
    .forUpdate('m')
    .executeTakeFirst();
}

/**
 * Locks the oldest due and free application. Skips applications that another reviewer is taking,
 * and limits that this reviewer proposed, which only another person can confirm.
 */
export async function lockNextFree(
  tx: Tx,
  of: { now: Temporal.Instant; wall: Temporal.Instant; who: string },
): Promise<Waiting | undefined> {
  return await waiting(tx)
    .where('m.due_at', '<=', of.now)
    .where((row) => row.or([row('m.taken_until', 'is', null), row('m.taken_until', '<=', of.wall)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('review_proposals as p')
            .innerJoin('approvals as a', 'a.id', 'p.id')
            .select('p.id')
            .whereRef('p.application_id', '=', 'm.application_id')
            .where('p.state', '=', 'open')
            .where('a.proposed_by', '=', of.who)
            .where('a.expires_at', '>', of.now),
        ),
      ),
    )
    .orderBy('m.waiting_since')
    .limit(1)
    .forUpdate('m')
    .skipLocked()
    .executeTakeFirst();
}

/**
 * Leases a locked application to a reviewer for half an hour of wall time, and clears its alarm.
 * @returns when the lease expires.
 */
export async function lease(
  tx: Tx,
  applicationId: string,
  of: { who: string; wall: Temporal.Instant },
): Promise<Temporal.Instant> {
  const until = of.wall.add({ milliseconds: leaseMs });
  await tx
    .updateTable('manual_reviews')
    .set({ taken_by: of.who, taken_until: until, alarm_step: 0 })
    .where('application_id', '=', applicationId)
    .execute();
  return until;
}

export async function endLease(tx: Tx, applicationId: string): Promise<void> {
  await tx
    .updateTable('manual_reviews')
    .set({ taken_by: null, taken_until: null })
    .where('application_id', '=', applicationId)
    .execute();
}

/** Sets when an application is due again, in business time. */
export async function setDue(tx: Tx, applicationId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('manual_reviews')
    .set({ due_at: at })
    .where('application_id', '=', applicationId)
    .execute();
}

/** Returns the applications that are due and free. */
export async function untakenApplications(
  read: Read,
  of: { now: Temporal.Instant; wall: Temporal.Instant },
): Promise<Waiting[]> {
  return await waiting(read)
    .where('m.due_at', '<=', of.now)
    .where((row) => row.or([row('m.taken_until', 'is', null), row('m.taken_until', '<=', of.wall)]))
    .orderBy('m.waiting_since')
    .execute();
}

/**
 * Raises an application's alarm to the given step. Returns false if the alarm is already at that
 * step, or the application has been taken.
 */
export async function raiseAlarm(
  tx: Tx,
  applicationId: string,
  step: number,
  wall: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('manual_reviews')
    .set({ alarm_step: step })
    .where('application_id', '=', applicationId)
    .where('alarm_step', '<', step)
    .where((row) => row.or([row('taken_until', 'is', null), row('taken_until', '<=', wall)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function alarmsOfReview(read: Read): Promise<number> {
  const row = await read
    .selectFrom('manual_reviews')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('alarm_step', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Returns the ids of other people who submitted the same ID number, uploaded byte-identical
 * pictures, or applied from the same device.
 */
export async function likeness(
  read: Read,
  of: {
    borrowerId: string;
    idNumberHash: Buffer | null;
    deviceId: string | null;
    pictureIds: readonly string[];
    limit: number;
  },
): Promise<Record<'idNumber' | 'picture' | 'device', string[]>> {
  const others = read
    .selectFrom('credit_applications')
    .select('borrower_id')
    .distinct()
    .where('borrower_id', '<>', of.borrowerId)
    .where('submitted_at', 'is not', null)
    .limit(of.limit);
  const ownHashes = read
    .selectFrom('pictures')
    .select('content_hash')
    .where('id', 'in', of.pictureIds);
  const [idNumber, device, picture] = [
    of.idNumberHash ? await others.where('id_number_hash', '=', of.idNumberHash).execute() : [],
    of.deviceId ? await others.where('device_id', '=', of.deviceId).execute() : [],
    await read
      .selectFrom('pictures')
      .select('borrower_id')
      .distinct()
      .where('borrower_id', '<>', of.borrowerId)
      .where('content_hash', 'in', ownHashes)
      .limit(of.limit)
      .execute(),
  ];
  const ids = (rows: { borrower_id: string }[]) => rows.map((row) => row.borrower_id);
  return { idNumber: ids(idNumber), picture: ids(picture), device: ids(device) };
}

export async function insertCall(tx: Tx, call: Insertable<ReviewCalls>): Promise<void> {
  await tx.insertInto('review_calls').values(call).execute();
}

/** Returns the calls about these applications, oldest first. */
export async function callsOf(read: Read, applicationIds: readonly string[]): Promise<CallRow[]> {
  if (applicationIds.length === 0) return [];
  return await read
    .selectFrom('review_calls')
    .selectAll()
    .where('application_id', '=', sql<string>`any(${applicationIds}::uuid[])`)
    .orderBy('called_at')
    .execute();
}

/** Stores a proposal under its approval's id. The database refuses a second open proposal. */
export async function insertProposal(tx: Tx, proposal: Insertable<ReviewProposals>): Promise<void> {
  await tx.insertInto('review_proposals').values(proposal).execute();
}

/** Returns the undecided proposals for these applications, including lapsed ones. */
export async function proposalsOf(
  read: Read,
  applicationIds: readonly string[],
): Promise<ProposalRow[]> {
  if (applicationIds.length === 0) return [];
  return await read
    .selectFrom('review_proposals as p')
    .innerJoin('approvals as a', 'a.id', 'p.id')
    .selectAll('p')
    .select(['a.proposed_by', 'a.proposed_at', 'a.expires_at'])
    .where('p.application_id', '=', sql<string>`any(${applicationIds}::uuid[])`)
    .where('p.state', '=', 'open')
    .$narrowType<{ expires_at: Temporal.Instant }>()
    .execute();
}

/** Returns the proposals with these ids, which are ids of approvals. */
export async function proposalsById(read: Read, ids: readonly string[]) {
  return await read
    .selectFrom('review_proposals')
    .select(['id', 'application_id', 'limit_centavos'])
    .where('id', 'in', ids)
    .execute();
}

/**
 * Closes an application's open proposal, if any, because another decision came first.
 */
export async function overtakeProposal(
  tx: Tx,
  applicationId: string,
  by: { who: string; at: Temporal.Instant },
): Promise<void> {
  const [open] = await proposalsOf(tx, [applicationId]);
  if (open) await dropApproval(tx, open.id, { ...by, as: 'overtaken' });
}

/** Returns the file of a picture, or null if it is deleted. */
export async function pictureFileOf(read: Read, pictureId: string): Promise<string | null> {
  const row = await read
    .selectFrom('pictures')
    .select('file_name')
    .where('id', '=', pictureId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.file_name ?? null;
}
