// All SQL for data requests, withdrawn consents and erasure.
import type { DataRequestKind } from '@sandali/contract/privacy.ts';
import { type Insertable, sql } from 'kysely';
import { isAfter, type Place, pageLength } from '#/commands/page.ts';
import { afterPlace, keepPlace, lockPlace } from '#/context/cleanup.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { DataRequests } from '#/db/tables.ts';

/** Stores a request. The database refuses a second open request of the same kind. */
export async function insertRequest(tx: Tx, request: Insertable<DataRequests>): Promise<void> {
  await tx.insertInto('data_requests').values(request).execute();
}

/** Returns a borrower's open request of a kind; undefined if no such request is open. */
export async function openRequest(read: Read, borrowerId: string, kind: DataRequestKind) {
  return await read
    .selectFrom('data_requests')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('kind', '=', kind)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
}

/** Returns all of a borrower's requests, newest first. */
export async function requestsOf(read: Read, borrowerId: string) {
  return await read
    .selectFrom('data_requests')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
export type RequestRow = Awaited<ReturnType<typeof requestsOf>>[number];

/** Returns one page of unanswered requests, the earliest due first, plus one extra row. */
export async function openRequests(read: Read, after: Place | null): Promise<RequestRow[]> {
  return await read
    .selectFrom('data_requests')
    .selectAll()
    .where('answered_at', 'is', null)
    .where(isAfter('due_on', 'id', after))
    .orderBy('due_on')
    .orderBy('id')
    .limit(pageLength + 1)
    .execute();
}

export async function findRequest(read: Read, id: string): Promise<RequestRow | undefined> {
  return await read.selectFrom('data_requests').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Answers a request.
 * @returns false if it has already been answered
 */
export async function answerRequest(
  tx: Tx,
  id: string,
  by: {
    at: Temporal.Instant;
    outcome: 'done' | 'refused';
    answerSealed: Buffer | null;
    who: string;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('data_requests')
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

/**
 * Answers all of a borrower's open requests without any text, because the account is being deleted.
 */
export async function closeRequests(
  tx: Tx,
  borrowerId: string,
  at: Temporal.Instant,
  who: string,
): Promise<void> {
  await tx
    .updateTable('data_requests')
    .set({ answered_at: at, outcome: 'done', answered_by: who })
    .where('borrower_id', '=', borrowerId)
    .where('answered_at', 'is', null)
    .execute();
}

export async function insertWithdrawal(
  tx: Tx,
  of: { id: string; borrowerId: string; kind: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('consent_withdrawals')
    .values({ id: of.id, borrower_id: of.borrowerId, kind: of.kind, withdrawn_at: of.at })
    .execute();
}

/** Returns the time at which a consent was last withdrawn; null if never. */
export async function lastWithdrawal(
  read: Read,
  borrowerId: string,
  kind: string,
): Promise<Temporal.Instant | null> {
  const row = await read
    .selectFrom('consent_withdrawals')
    .select('withdrawn_at')
    .where('borrower_id', '=', borrowerId)
    .where('kind', '=', kind)
    .orderBy('withdrawn_at', 'desc')
    .executeTakeFirst();
  return row?.withdrawn_at ?? null;
}

/** Counts a borrower's messages, and returns the times of the first and the last. */
export async function messageSpan(
  read: Read,
  borrowerId: string,
): Promise<{ count: number; firstAt: Temporal.Instant | null; lastAt: Temporal.Instant | null }> {
  return await read
    .selectFrom('messages')
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as('count'),
      fn.min('queued_at').as('firstAt'),
      fn.max('queued_at').as('lastAt'),
    ])
    .where('borrower_id', '=', borrowerId)
    .executeTakeFirstOrThrow();
}

/**
 * Erases an account that never had a loan (14-privacy.sql). The borrower must be locked.
 * @returns the names of the picture files to remove
 */
export async function eraseBorrower(
  tx: Tx,
  of: { borrowerId: string; at: Temporal.Instant; phone: string },
): Promise<string[]> {
  const { rows } = await sql<{
    file: string;
  }>`select erase_borrower(${of.borrowerId}, ${of.at}, ${of.phone}) as file`.execute(tx);
  return rows.map((row) => row.file);
}

const heldAccounts = 'held accounts';

/**
 * Checks the next `most` accounts with a deletion request, and starts over after the last.
 * @returns the accounts whose retention has ended by the given Manila day, and whether `most`
 * accounts were read
 */
export async function erasableInTurn(
  tx: Tx,
  onDay: Temporal.PlainDate,
  most: number,
): Promise<{ due: string[]; isFull: boolean }> {
  const place = await lockPlace(tx, heldAccounts);
  if (!place) return { due: [], isFull: false };
  const { rows } = await sql<{
    id: string;
    at: Temporal.Instant;
    borrowerId: string;
    isDue: boolean;
  }>`
    select id, asked_at as at, borrower_id as "borrowerId",
      not is_held_by_law(borrower_id, ${onDay.toString()}::date) as "isDue"
    from data_requests
    where kind = 'deletion' and outcome is distinct from 'refused' and text_sealed is not null
      and ${afterPlace('asked_at', place.from)}
    order by asked_at, id limit ${most}`.execute(tx);
  const isFull = rows.length === most;
  const last = rows.at(-1);
  await keepPlace(tx, heldAccounts, last && isFull ? { at: last.at, id: last.id } : null);
  return { due: rows.filter(({ isDue }) => isDue).map(({ borrowerId }) => borrowerId), isFull };
}

/**
 * Erases an account after its legal retention (14-privacy.sql). The borrower must be locked.
 * @returns the names of the picture files to remove
 */
export async function eraseHeld(
  tx: Tx,
  of: { borrowerId: string; at: Temporal.Instant; phone: string },
): Promise<string[]> {
  const { rows } = await sql<{
    file: string;
  }>`select erase_held_borrower(${of.borrowerId}, ${of.at}, ${of.phone}) as file`.execute(tx);
  return rows.map((row) => row.file);
}
