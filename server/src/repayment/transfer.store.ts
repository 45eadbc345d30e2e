// All SQL of transfers to our own account.
import type { Insertable, Selectable } from 'kysely';
import type { Read, Tx } from '#/db/database.ts';
import type { Transfers } from '#/db/tables.ts';

/** Stands in the place of a gateway's name where money came to our own account. */
export const ownBank = 'ownBank';

export type TransferRow = Selectable<Transfers>;

/** Whose reference it is, and since when it is given. */
export async function codeOfReference(read: Read, reference: string) {
  return await read
    .selectFrom('repayment_codes')
    .select(['id', 'borrower_id', 'asked_at'])
    .where('gateway', '=', ownBank)
    .where('code', '=', reference)
    .executeTakeFirst();
}

/** What is proposed or booked for a line of the bank's statement. */
export async function transferOf(read: Read, bankReference: string, { isLocked = false } = {}): Promise<TransferRow | undefined> {
  const query = read.selectFrom('transfers').selectAll().where('bank_reference', '=', bankReference).where('dropped_at', 'is', null);
  return await (isLocked ? query.forUpdate() : query).executeTakeFirst();
}

/** Keeps a proposal. @returns false where another of the same line came first */
export async function proposeTransfer(tx: Tx, row: Insertable<Transfers>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('transfers')
    .values(row)
    .onConflict((clash) => clash.column('bank_reference').where('dropped_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function confirmTransfer(tx: Tx, id: string, who: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('transfers').set({ confirmed_by: who, confirmed_at: at }).where('id', '=', id).execute();
}

export async function dropTransfer(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('transfers').set({ dropped_at: at }).where('id', '=', id).execute();
}

/** Proposals that wait for a second person, the oldest first. */
export async function openTransfers(read: Read, limit: number) {
  return await read
    .selectFrom('transfers as t')
    .leftJoin('repayment_codes as c', 'c.id', 't.code_id')
    .selectAll('t')
    .select(({ fn }) => fn.coalesce('c.code', 't.code_typed').as('reference'))
    .where('t.confirmed_at', 'is', null)
    .where('t.dropped_at', 'is', null)
    .orderBy('t.proposed_at')
    .limit(limit)
    .execute();
}
