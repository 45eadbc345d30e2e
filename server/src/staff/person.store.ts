// The SQL for looking up a person: by a loan's reference number, and what staff see of their money.
import { sql } from 'kysely';
import { statesBefore } from '#/data/states.ts';
import type { Read } from '#/db/database.ts';

/** Returns the borrower of the loan with this reference number, or null. */
export async function borrowerOfReference(read: Read, referenceNo: string): Promise<string | null> {
  const row = await read
    .selectFrom('loans')
    .select('borrower_id')
    .where('reference_no', '=', referenceNo)
    .executeTakeFirst();
  return row?.borrower_id ?? null;
}

/** Returns the borrower's loans that are being paid out, then failed loans, each newest first. */
export async function loansWithoutBill(read: Read, borrowerId: string, limit: number) {
  return await read
    .selectFrom('loans')
    .select(['reference_no', 'state', 'principal_centavos', 'signed_at'])
    .where('borrower_id', '=', borrowerId)
    .where('state', 'in', [...statesBefore('loan', 'success'), 'failed'])
    .orderBy(({ eb }) => eb('state', '=', 'failed'))
    .orderBy('signed_at', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the reversals of the borrower's payments, newest first. */
export async function reversalsOf(read: Read, borrowerId: string, limit: number) {
  return await read
    .selectFrom('payment_reversals as v')
    .innerJoin('receipts as r', 'r.id', 'v.receipt_id')
    .select(['v.amount_centavos', 'v.cause', 'v.value_on', 'r.gateway_payment_id'])
    .where('r.borrower_id', '=', borrowerId)
    .orderBy('v.booked_at', 'desc')
    .limit(limit)
    .execute();
}

export type LoanFacts = { id: string; hasOpenBill: boolean; lastReference: string | null };

/**
 * Returns whether each borrower has an open bill, and the reference number of their last loan. The
 * subquery has a limit, because PostgreSQL may answer `exists` by reading every open bill.
 */
export async function loanFactsOf(
  read: Read,
  borrowerIds: readonly string[],
): Promise<LoanFacts[]> {
  const { rows } = await sql<LoanFacts>`
    select b.id,
      coalesce(
        (select true from bills where borrower_id = b.id and settled_at is null limit 1), false)
        as "hasOpenBill",
      (select reference_no from loans where borrower_id = b.id order by signed_at desc limit 1)
        as "lastReference"
    from unnest(${borrowerIds}::uuid[]) b (id)`.execute(read);
  return rows;
}
