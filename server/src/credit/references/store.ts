// All SQL of references who want to be none.
import { type Insertable, sql } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { NamedReferences, ReferenceOptOuts } from '#/db/tables.ts';

/** Whether one of these numbers, by their keyed hashes, was removed. */
export async function isAnyOptedOut(read: Read, phoneHashes: readonly Buffer[]): Promise<boolean> {
  const query = read
    .selectFrom('reference_opt_outs')
    .select('phone_hash')
    .where('phone_hash', 'in', phoneHashes)
    .limit(1);
  return phoneHashes.length > 0 && (await query.executeTakeFirst()) !== undefined;
}

/**
 * Keeps these numbers from being removed until this transaction ends, or waits for a removal that
 * is under way. Lock the borrower first.
 */
export async function lockReferences(tx: Tx, phoneHashes: readonly Buffer[]): Promise<void> {
  for (const hash of phoneHashes)
    await sql`select pg_advisory_xact_lock_shared(${hash.readBigInt64BE(0)})`.execute(tx);
}

/**
 * Keeps this number from being named until this transaction ends, and waits for those who are just
 * naming it. Lock the borrowers first.
 */
export async function lockOptOut(tx: Tx, phoneHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${phoneHash.readBigInt64BE(0)})`.execute(tx);
}

/** Keeps that a number was removed; a second time changes nothing. */
export async function insertOptOut(tx: Tx, removed: Insertable<ReferenceOptOuts>): Promise<void> {
  await tx
    .insertInto('reference_opt_outs')
    .values(removed)
    .onConflict((clash) => clash.column('phone_hash').doNothing())
    .execute();
}

/** Stores the references of a borrower; those named before stay as they are. */
export async function insertReferences(
  tx: Tx,
  named: readonly Insertable<NamedReferences>[],
): Promise<void> {
  if (named.length === 0) return;
  const clash = tx
    .insertInto('named_references')
    .values(named)
    .onConflict((one) => one.doNothing());
  await clash.execute();
}

/**
 * The borrowers who have named this number in an application that was sent, in the order of their
 * ids, which is the order of their locks.
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
 * Deletes the notices to a reference, with how they fared, and that anybody has named them
 * (12-notifications.sql).
 */
export async function deleteReference(tx: Tx, phoneHash: Buffer): Promise<void> {
  await sql`select erase_reference(${phoneHash})`.execute(tx);
}
