// SQL of the texts that loans were signed by.
import type { Read, Tx } from '#/db/database.ts';

export async function insertSignedText(
  tx: Tx,
  text: { loanId: string; borrowerId: string; hash: Buffer; textSealed: Buffer },
): Promise<void> {
  await tx
    .insertInto('signed_agreements')
    .values({ loan_id: text.loanId, borrower_id: text.borrowerId, hash: text.hash, text_sealed: text.textSealed })
    .execute();
}

/** The texts of a borrower's loans with how they were signed, by the loan's id; of one loan where it is named. */
export async function signedTextsOf(read: Read, borrowerId: string, loanId?: string) {
  let query = read
    .selectFrom('signed_agreements as t')
    .innerJoin('loans as l', 'l.id', 't.loan_id')
    .select(['t.loan_id', 't.hash', 't.text_sealed', 'l.reference_no', 'l.signed_at', 'l.agreement_session_hash'])
    .where('t.borrower_id', '=', borrowerId);
  if (loanId) query = query.where('t.loan_id', '=', loanId);
  return new Map((await query.execute()).map((row) => [row.loan_id, row]));
}
