// All SQL for name keys.
import { sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';

/** Stores a borrower's name keys and deletes all others. */
export async function replaceKeys(
  tx: Tx,
  borrowerId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  const deletion = tx
    .deleteFrom('borrower_name_keys')
    .where('borrower_id', '=', borrowerId)
    .where(sql<boolean>`name_hash <> all(${hashes}::bytea[])`);
  const rows = hashes.map((hash) => ({ name_hash: hash, borrower_id: borrowerId }));
  const insertion = tx
    .insertInto('borrower_name_keys')
    .values(rows)
    .onConflict((clash) => clash.doNothing());
  await Promise.all([deletion.execute(), rows.length > 0 && insertion.execute()]);
}

/** Returns the ids of the borrowers with this key, newest first. */
export async function borrowersWithKey(read: Read, hash: Buffer, limit: number): Promise<string[]> {
  const rows = await read
    .selectFrom('borrower_name_keys')
    .select('borrower_id')
    .where('name_hash', '=', hash)
    .orderBy('borrower_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.borrower_id);
}

/** Returns the newest saved personal information of each of these borrowers, still sealed. */
export async function personalInformationOf(read: Read, borrowerIds: readonly string[]) {
  return await read
    .selectFrom('credit_applications')
    .distinctOn('borrower_id')
    .select(['borrower_id as id', 'personal_sealed as sealed'])
    .where('borrower_id', '=', sql<string>`any(${borrowerIds}::uuid[])`)
    .where('personal_sealed', 'is not', null)
    .orderBy('borrower_id')
    .orderBy('number', 'desc')
    .execute();
}
