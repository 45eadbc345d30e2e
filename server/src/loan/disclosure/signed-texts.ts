// Reads the texts that borrowers signed or accepted.

import type { LoanText, StatementText } from '@sandali/contract/loanText.ts';
import type { Read } from '#/db/database.ts';
import { signedTextsOf } from '#/loan/apply/store.ts';
import { extensionTextsOf } from '#/loan/extension/store.ts';
import { planTextsOf } from '#/loan/plan/store.ts';
import type { Sealer } from '#/platform/seal.ts';
import { openText } from './disclosure.ts';
import { openStatement } from './statement-text.ts';

/**
 * Returns the signed texts of a borrower's loans by loan id.
 * @throws if a text's hash differs from the signed hash
 */
export async function exportSignedTexts(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<Map<string, LoanText>> {
  const rows = await signedTextsOf(read, borrowerId);
  return new Map([...rows].map(([loanId, row]) => [loanId, openText(sealer, loanId, row)]));
}

type SignedLoan = {
  referenceNo: string;
  text: LoanText;
  hash: Buffer;
  signedAt: Temporal.Instant;
  /** A hash of the session's token hash. It identifies the session but cannot open it. */
  sessionHash: Buffer;
};

/**
 * Returns a borrower's loan as signed. Null if the loan belongs to another borrower, or if no text
 * is stored.
 * @throws if the text's hash differs from the signed hash
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
 * Returns the accepted statement of a borrower's plan, or of the extension that a payment paid for.
 * Returns null if no such statement was accepted.
 * @throws if the text's hash differs from the accepted hash
 */
export async function acceptedStatementOf(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
  of: { planId: string } | { receiptId: string },
): Promise<AcceptedStatement | null> {
  if ('planId' in of) {
    const [row] = await planTextsOf(read, borrowerId, of.planId);
    return row ? accepted(sealer, 'plan text', row) : null;
  }
  const [row] = await extensionTextsOf(read, borrowerId, of.receiptId);
  return row ? accepted(sealer, 'extension text', row) : null;
}

/**
 * Returns the accepted statements of a borrower's extensions by loan id.
 * @throws if a text's hash differs from the accepted hash
 */
export async function exportExtensionTexts(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<Map<string, StatementText[]>> {
  return byLoan(sealer, 'extension text', await extensionTextsOf(read, borrowerId));
}

/**
 * Returns the accepted statements of a borrower's plans by loan id.
 * @throws if a text's hash differs from the accepted hash
 */
export async function exportPlanTexts(
  read: Read,
  sealer: Sealer,
  borrowerId: string,
): Promise<Map<string, StatementText[]>> {
  return byLoan(sealer, 'plan text', await planTextsOf(read, borrowerId));
}

type StatementRow = Awaited<ReturnType<typeof planTextsOf>>[number];
type Purpose = Parameters<typeof openStatement>[1];

function accepted(sealer: Sealer, purpose: Purpose, row: StatementRow): AcceptedStatement {
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
  rows: readonly StatementRow[],
): Map<string, StatementText[]> {
  const papers = rows.map((row) => ({
    loanId: row.loan_id,
    paper: openStatement(sealer, purpose, row.id, row).paper,
  }));
  return new Map(
    [...Map.groupBy(papers, (statement) => statement.loanId)].map(([loanId, own]) => [
      loanId,
      own.map((statement) => statement.paper),
    ]),
  );
}
