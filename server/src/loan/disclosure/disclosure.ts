// The text that a borrower signs: the disclosure statement and the loan agreement in one text, with
// its hash and its sealed form.
import { type LoanText, zLoanText } from '@sandali/contract/loanText.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import * as v from 'valibot';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { lenderOf } from '#/platform/lender.ts';
import { invariant } from '#/platform/refuse.ts';
import { type Sealer, sameHash, sha256 } from '#/platform/seal.ts';
import { agreementOf } from './agreement.ts';
import type { Borrower } from './borrower.ts';
import { disclosureStatementOf } from './disclosure-statement.ts';
import type { TextFacts } from './figures.ts';
import { textVersion } from './text-versions.ts';

/**
 * Returns both documents for a priced loan. `text` is their JSON, which is stored with its SHA-256.
 */
export function loanText(
  locale: Locale,
  of: TextFacts,
): { text: string; papers: LoanText; hash: Buffer } {
  const papers = {
    version: textVersion,
    locale,
    statement: disclosureStatementOf(locale, of),
    agreement: agreementOf(locale, of),
  };
  const text = JSON.stringify(papers);
  return { text, papers, hash: sha256(text) };
}

/**
 * Returns both documents for a priced loan, with the current details of the lender and the
 * borrower.
 */
export async function textFor(
  ctx: BorrowerCtx,
  known: Borrower | null,
  quote: Pick<TextFacts, 'facts' | 'receiver'> & { locale: Locale },
) {
  const settings = await ctx.app.settings.all();
  invariant(known, 'a borrower with a credit line has a known name');
  const { facts, receiver } = quote;
  const { chains } = ctx.app.catalogue;
  return loanText(quote.locale, {
    facts,
    receiver,
    chains,
    lender: lenderOf(settings),
    borrower: known,
  });
}

export function sealText(sealer: Sealer, loanId: string, text: string): Buffer {
  return sealer.seal(purpose, loanId, text);
}

/**
 * Unseals a text.
 * @throws if its hash differs from the signed hash
 */
export function openText(
  sealer: Sealer,
  loanId: string,
  stored: { hash: Buffer; text_sealed: Buffer },
): LoanText {
  const text = sealer.open(purpose, loanId, stored.text_sealed);
  invariant(sameHash(sha256(text), stored.hash), 'a stored text has the hash that was signed');
  return v.parse(zLoanText, JSON.parse(text));
}

const purpose = 'signed text';
