// Hashes, seals and unseals the text of a separate disclosure statement, for an extension or a
// plan.
import { type StatementText, zStatementText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import * as v from 'valibot';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { type Lender, lenderOf } from '#/platform/lender.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Sealer, sameHash, sha256 } from '#/platform/seal.ts';
import type { Borrower } from './borrower.ts';
import { textVersion } from './text-versions.ts';

/** Returns the current borrower and lender, as a statement names them. */
export async function partiesOf(
  { app }: BorrowerCtx,
  known: Borrower | null,
): Promise<{ borrower: Borrower; lender: Lender }> {
  invariant(known, 'a borrower with a loan has a known name');
  return { borrower: known, lender: lenderOf(await app.settings.all()) };
}

/** Returns a statement in its stored form, which is JSON, and the SHA-256 of that JSON. */
export function serializeStatement(
  locale: Locale,
  statement: StatementText['statement'],
): { text: string; paper: StatementText; hash: Buffer } {
  const paper = { version: textVersion, locale, statement };
  const text = JSON.stringify(paper);
  return { text, paper, hash: sha256(text) };
}

/**
 * The purpose with which a statement is sealed. The seal also names the accepted extension or plan.
 */
type Purpose = 'extension text' | 'plan text';

export function sealStatement(sealer: Sealer, purpose: Purpose, id: string, text: string): Buffer {
  return sealer.seal(purpose, id, text);
}

/**
 * Unseals the accepted text and parses it.
 * @throws if its hash differs from the accepted hash
 */
export function openStatement(
  sealer: Sealer,
  purpose: Purpose,
  id: string,
  stored: { hash: Buffer; text_sealed: Buffer },
): { text: string; paper: StatementText } {
  const text = sealer.open(purpose, id, stored.text_sealed);
  invariant(sameHash(sha256(text), stored.hash), 'a stored text has the hash that was accepted');
  return { text, paper: v.parse(zStatementText, JSON.parse(text)) };
}
