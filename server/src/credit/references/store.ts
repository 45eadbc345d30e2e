// All SQL for references and their removal.
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { NamedReferences, ReferenceOptOuts } from '#/db/tables.ts';

/** Returns whether any of these numbers, by keyed hash, has opted out. */
export async function findOptOut(read: Read, phoneHashes: readonly Buffer[]): Promise<boolean> {
  const query = read
    .selectFrom('reference_opt_outs')
    .select('phone_hash')
    .where('phone_hash', 'in', phoneHashes)
    .limit(1);
  return phoneHashes.length > 0 && (await query.executeTakeFirst()) !== undefined;
}

/**
 * Blocks the removal of these numbers until the transaction ends. Waits for a removal under way.
 * Lock the borrower first.
 */
export async function lockReferences(tx: Tx, phoneHashes: readonly Buffer[]): Promise<void> {
  const keys = phoneHashes.map((hash) => hash.readBigInt64BE(0));
  await sql`select pg_advisory_xact_lock_shared(key)
    from unnest(${keys}::bigint[]) with ordinality as keys (key, nth) order by nth`.execute(tx);
}

/**
 * Prevents borrowers from naming this number until the transaction ends. Waits for submissions
 * under way. Lock the borrowers first.
 */
export async function lockOptOut(tx: Tx, phoneHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${phoneHash.readBigInt64BE(0)})`.execute(tx);
}

/** Stores an opt-out. A second opt-out has no effect. */
export async function insertOptOut(tx: Tx, removed: Insertable<ReferenceOptOuts>): Promise<void> {
  await tx
    .insertInto('reference_opt_outs')
    .values(removed)
    .onConflict((clash) => clash.column('phone_hash').doNothing())
    .execute();
}

/** Stores a borrower's references. Earlier ones stay unchanged. */
export async function insertReferences(
  tx: Tx,
  named: readonly Insertable<NamedReferences>[],
): Promise<void> {
  if (named.length === 0) return;
  const clash = tx
    .insertInto('named_references')
    .values(named)
    .onConflict((conflict) => conflict.doNothing());
  await clash.execute();
}

/**
 * Returns the borrowers who named this number in a submitted application, ordered by id, which is
 * the lock order.
 */
export async function borrowersNaming(read: Read, phoneHash: Buffer): Promise<string[]> {
  const query = read
    .selectFrom('named_references')
    .select('borrower_id')
    .where('phone_hash', '=', phoneHash)
    .orderBy('borrower_id');
  return (await query.execute()).map((row) => row.borrower_id);
}

/**
 * Deletes a reference's notices with their outcomes, and the number from all borrowers' references
 * (12-notifications.sql).
 */
export async function deleteReference(tx: Tx, phoneHash: Buffer): Promise<void> {
  await sql`select erase_reference(${phoneHash})`.execute(tx);
}
