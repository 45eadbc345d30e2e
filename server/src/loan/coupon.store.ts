// What earns a borrower the coupon for a first loan repaid.
import type { Tx } from '#/db/database.ts';

/** Whether a borrower has repaid another loan than this one. */
export async function hasRepaidBeside(tx: Tx, borrowerId: string, loanId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('bills')
    .select('loan_id')
    .where('borrower_id', '=', borrowerId)
    .where('settled_as', '=', 'repaid')
    .where('loan_id', '<>', loanId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
