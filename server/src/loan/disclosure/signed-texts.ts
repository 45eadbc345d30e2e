// What borrowers agreed to, read again.

import type { LoanText, StatementText } from '@sandali/contract/loanText.ts';
import type { Read } from '#/db/database.ts';
import { signedTextsOf } from '#/loan/apply/store.ts';
import { extensionTextsOf } from '#/loan/extension/store.ts';
import { planTextsOf } from '#/loan/plan/store.ts';
import type { Sealer } from '#/platform/seal.ts';
import { openText } from './disclosure.ts';
import { openStatement } from './statement-text.ts';

/**
 * The texts of a borrower's loans by the loan's id.
 * @throws where one is not what its loan was signed by.
 */
export async function textsHeld(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<Map<string, LoanText>> {
  const rows = await signedTextsOf(read, borrowerId);
  return new Map([...rows].map(([loanId, row]) => [loanId, openText(sealer, loanId, row)]));
}

export type SignedLoan = {
  referenceNo: string;
  text: LoanText;
  /** SHA-256 of the text. */
  hash: Buffer;
  signedAt: Temporal.Instant;
  /** A keyless hash of what the session is found by; it names a login without opening it. */
  sessionHash: Buffer;
};

/**
 * One loan of a borrower as it was signed; null where it is not theirs or no text was kept.
 * @throws where the text is not what was signed.
 */
export async function signedLoanOf(
  read: Read,
  sealer: Sealer,
  of: { borrowerId: string; loanId: string },
): Promise<SignedLoan | null> {
  const row = (await signedTextsOf(read, of.borrowerId, of.loanId)).get(of.loanId);
  if (!row) return null;
  const {
    reference_no: referenceNo,
    signed_at: signedAt,
    agreement_session_hash: sessionHash,
    hash,
  } = row;
  return { referenceNo, text: openText(sealer, of.loanId, row), hash, signedAt, sessionHash };
}

type AcceptedStatement = Omit<SignedLoan, 'text'> & { text: StatementText };

/**
 * The statement of an extension of a borrower, by the payment of its fee; null where there is none.
 * @throws where it is not what was accepted.
 */
export async function acceptedExtensionOf(
  read: Read,
  sealer: Sealer,
  of: { borrowerId: string; receiptId: string },
): Promise<AcceptedStatement | null> {
  const [row] = await extensionTextsOf(read, of.borrowerId, of.receiptId);
  return row ? accepted(sealer, 'extension text', row) : null;
}

/**
 * The statement of a plan that a borrower took; null where there is none.
 * @throws where it is not what was accepted.
 */
export async function acceptedPlanOf(
  read: Read,
  sealer: Sealer,
  of: { borrowerId: string; planId: string },
): Promise<AcceptedStatement | null> {
  const [row] = await planTextsOf(read, of.borrowerId, of.planId);
  return row ? accepted(sealer, 'plan text', row) : null;
}

/**
 * The statements of a borrower's extensions by their loans.
 * @throws where one is not what was accepted.
 */
export async function extensionTextsHeld(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<Map<string, StatementText[]>> {
  return byLoan(sealer, 'extension text', await extensionTextsOf(read, borrowerId));
}

/**
 * The statements of a borrower's plans by their loans.
 * @throws where one is not what was accepted.
 */
export async function planTextsHeld(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<Map<string, StatementText[]>> {
  return byLoan(sealer, 'plan text', await planTextsOf(read, borrowerId));
}

type Kept = Awaited<ReturnType<typeof planTextsOf>>[number];
type Purpose = Parameters<typeof openStatement>[1];

function accepted(sealer: Sealer, purpose: Purpose, row: Kept): AcceptedStatement {
  const { reference_no: referenceNo, accepted_at: signedAt, session_hash: sessionHash, hash } = row;
  return {
    referenceNo,
    text: openStatement(sealer, purpose, row.id, row).paper,
    hash,
    signedAt,
    sessionHash,
  };
}

function byLoan(
  sealer: Sealer,
  purpose: Purpose,
  rows: readonly Kept[],
): Map<string, StatementText[]> {
  const papers = rows.map((row) => ({
    loanId: row.loan_id,
    paper: openStatement(sealer, purpose, row.id, row).paper,
  }));
  return new Map(
    [...Map.groupBy(papers, (one) => one.loanId)].map(([loanId, own]) => [
      loanId,
      own.map((one) => one.paper),
    ]),
  );
}
