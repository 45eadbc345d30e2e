// All SQL for transfers to our own account.
import { type Insertable, type Selectable, sql } from 'kysely';
import { afterRowCondition } from '#/commands/page.ts';
import type { Read, Tx } from '#/db/database.ts';
import type { BankTransfers } from '#/db/tables.ts';

/** The gateway name that marks money in our own account. */
export const ownBank = 'ownBank';

export type TransferRow = Selectable<BankTransfers> & {
  proposedBy: string;
  confirmedBy: string | null;
};

/** Returns a borrower's code for a transfer reference, with the time at which it was requested. */
export async function codeOfReference(read: Read, reference: string) {
  return await read
    .selectFrom('repayment_codes')
    .select(['id', 'borrower_id', 'asked_at'])
    .where('gateway', '=', ownBank)
    .where('code', '=', reference)
    .executeTakeFirst();
}

/**
 * Returns the proposed or booked transfer with this bank reference, its proposer and its confirmer.
 */
export async function transferOf(
  read: Read,
  bankReference: string,
): Promise<TransferRow | undefined> {
  return await read
    .selectFrom('bank_transfers as t')
    .innerJoin('approvals as a', 'a.id', 't.id')
    .selectAll('t')
    .select(['a.proposed_by as proposedBy', 'a.confirmed_by as confirmedBy'])
    .where('t.bank_reference', '=', bankReference)
    .where('t.state', '<>', 'dropped')
    .executeTakeFirst();
}

/**
 * Stores a proposal with the id of its approval.
 * @returns false if the line already has a proposal
 */
export async function insertTransfer(tx: Tx, row: Insertable<BankTransfers>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bank_transfers')
    .values(row)
    .onConflict((clash) =>
      clash.column('bank_reference').where('state', '<>', sql.lit('dropped')).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Returns the proposals that await a second person's confirmation, oldest first, after the one with
 * the id `after`.
 */
export async function openTransfers(
  read: Read,
  { after = null, limit }: { after?: string | null; limit: number },
) {
  const order = { table: 'approvals', alias: 'a', by: 'proposed_at' };
  return await proposedTransfers(read)
    .where('a.act', '=', 'transfer')
    .where('a.state', '=', sql.lit('open'))
    .where(await afterRowCondition(read, order, after))
    .orderBy('a.proposed_at')
    .orderBy('a.id')
    .limit(limit)
    .execute();
}

/** Returns the proposed transfers with these ids. */
export async function transfersWithIds(read: Read, ids: readonly string[]) {
  return await proposedTransfers(read).where('a.id', 'in', ids).execute();
}

const proposedTransfers = (read: Read) =>
  read
    .selectFrom('approvals as a')
    .innerJoin('bank_transfers as t', 't.id', 'a.id')
    .leftJoin('repayment_codes as c', 'c.id', 't.code_id')
    .leftJoin('complaints as k', 'k.id', 't.complaint_id')
    .selectAll('t')
    .select(['a.proposed_by', 'a.proposed_at', 'k.number as case_number'])
    .select(({ fn }) => fn.coalesce('c.code', 't.code_typed').as('reference'));
