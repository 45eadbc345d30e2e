// All SQL about changes of number. A trigger holds each against the one before it (0019-phone.sql).
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { PhoneChanges } from '#/db/tables.ts';

type Change = Selectable<PhoneChanges>;

/** The newest change of a borrower's number; undefined where it never was changed. */
export async function findLast(read: Read, borrowerId: string): Promise<Pick<Change, 'number' | 'changed_on' | 'changed_at'> | undefined> {
  return await read
    .selectFrom('phone_changes')
    .select(['number', 'changed_on', 'changed_at'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Keeps a change under the next number. The borrower must be locked. */
export async function insertNext(tx: Tx, change: Omit<Change, 'number'>): Promise<void> {
  const last = await findLast(tx, change.borrower_id);
  await tx
    .insertInto('phone_changes')
    .values({ ...change, number: (last?.number ?? 0) + 1 })
    .execute();
}

/** The numbers that a borrower had before, the newest first. */
export async function changesOf(read: Read, borrowerId: string): Promise<Pick<Change, 'changed_at' | 'old_phone_sealed'>[]> {
  return await read
    .selectFrom('phone_changes')
    .select(['changed_at', 'old_phone_sealed'])
    .where('borrower_id', '=', borrowerId)
    .orderBy('number', 'desc')
    .execute();
}

/** Gives a borrower another number; false, and nothing changed, when it belongs to an account, also when that was opened a moment ago. */
export async function replacePhone(tx: Tx, id: string, to: { sealed: Buffer; hash: Buffer }): Promise<boolean> {
  await sql`savepoint number`.execute(tx);
  try {
    await tx.updateTable('borrowers').set({ phone_sealed: to.sealed, phone_hash: to.hash }).where('id', '=', id).execute();
    await sql`release savepoint number`.execute(tx);
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'borrowers_phone_hash_key') throw error;
    await sql`rollback to savepoint number`.execute(tx);
    return false;
  }
}
