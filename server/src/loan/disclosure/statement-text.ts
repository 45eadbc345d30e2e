// Disclosure statements that stand alone, of an extension or a plan: their text, as it is hashed,
// kept and read again.
import { type StatementText, zStatementText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import * as v from 'valibot';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Sealer, sameHash, sha256 } from '#/platform/seal.ts';
import type { Borrower } from './borrower.ts';
import { lenderOf } from './disclosure.ts';
import type { Lender } from './figures.ts';
import { textVersion } from './text-versions.ts';

/** Borrower and lender of a statement, as they are now. */
export async function partiesOf(
  { app }: BorrowerCtx,
  known: Borrower | null,
): Promise<{ borrower: Borrower; lender: Lender }> {
  invariant(known, 'a borrower with a loan has a known name');
  return { borrower: known, lender: lenderOf(await app.settings.all()) };
}

/** A statement as its text: the JSON that is hashed and kept, and its SHA-256. */
export function writtenStatement(
  locale: Locale,
  statement: StatementText['statement'],
): { text: string; paper: StatementText; hash: Buffer } {
  const paper = { version: textVersion, locale, statement };
  const text = JSON.stringify(paper);
  return { text, paper, hash: sha256(text) };
}

/** What a text is sealed for, with the id of what was accepted by it. */
type Purpose = 'extension text' | 'plan text';

/** A text for the database. */
export function sealStatement(sealer: Sealer, purpose: Purpose, id: string, text: string): Buffer {
  return sealer.seal(purpose, id, text);
}

/**
 * The text that was accepted, and what it says.
 * @throws where it is not the one that its hash names.
 */
export function openStatement(
  sealer: Sealer,
  purpose: Purpose,
  id: string,
  kept: { hash: Buffer; text_sealed: Buffer },
): { text: string; paper: StatementText } {
  const text = sealer.open(purpose, id, kept.text_sealed);
  invariant(sameHash(sha256(text), kept.hash), 'a kept text has the hash that was accepted');
  return { text, paper: v.parse(zStatementText, JSON.parse(text)) };
}
