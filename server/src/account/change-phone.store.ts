// All SQL for phone-number changes. A trigger checks each change against the previous one
// (03-account.sql).
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import { type OfBorrower, onePart, readerOf } from '#/db/snapshot.ts';
import type { PhoneChanges } from '#/db/tables.ts';

type Change = Selectable<PhoneChanges>;

/**
 * Returns the id under which a former number is sealed: the borrower's id and the time of the
 * change (epoch ms).
 */
export function formerOf(borrowerId: string, changedAt: Temporal.Instant): string {
  return `${borrowerId} ${changedAt.epochMilliseconds}`;
}

/** A borrower's latest phone change; null if the number never changed. */
const lastChangePart = onePart(
  (db, { borrowerId }: OfBorrower) =>
    db
      .selectFrom('phone_changes')
      .select(['number', 'changed_on', 'changed_at'])
      .where('borrower_id', '=', borrowerId)
      .orderBy('number', 'desc')
      .limit(1),
  (row) => row,
);
export const findLast = readerOf(lastChangePart);

/** Returns a borrower's former numbers, newest first. */
export async function changesOf(
  read: Read,
  borrowerId: string,
): Promise<Pick<Change, 'changed_at' | 'old_phone_sealed'>[]> {
  return await read
    .selectFrom('phone_changes')
    .select(['changed_at', 'old_phone_sealed'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('number', 'desc')
    .execute();
}

/**
 * Changes a borrower's number and records the change (03-account.sql).
 * @returns false, and changes nothing, if another account has the number.
 */
export async function replacePhone(
  tx: Tx,
  id: string,
  to: { sealed: Buffer; hash: Buffer },
  change: Omit<Change, 'number' | 'borrower_id'>,
): Promise<boolean> {
  const { changed_at: at, changed_on: day, method, old_phone_sealed: old } = change;
  await sql`savepoint number`.execute(tx);
  try {
    await sql`select change_phone(
      ${id}, ${to.sealed}, ${to.hash}, ${at}, ${day}, ${method}, ${old})`.execute(tx);
    await sql`release savepoint number`.execute(tx);
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'borrowers_phone_hash_key') throw error;
    await sql`rollback to savepoint number`.execute(tx);
    return false;
  }
}
