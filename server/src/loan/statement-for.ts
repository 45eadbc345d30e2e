// /loan/statement: what is to be read and agreed to, in the very words that the price's hash names.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { loanStatement } from '@sandali/contract/loanText.ts';
import { localeFrom } from '@sandali/contract/locale.ts';
import { zQuoteFacts } from '@sandali/contract/quote.ts';
import * as v from 'valibot';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { refuse } from '#/platform/refuse.ts';
import { receiverOf } from './calc.ts';
import { textOfQuote } from './disclosure.ts';
import { findQuote } from './store.ts';

/** The text of a price of mine. */
export async function statementFor(
  ctx: BorrowerCtx,
  read: Read,
  input: RequestOf<typeof loanStatement>,
): Promise<DataOf<typeof loanStatement>> {
  const row = await findQuote(read, ctx.who.borrowerId, input.quoteId);
  if (!row) refuse(loanStatement, 'quoteExpired');
  const facts = v.parse(zQuoteFacts, row.facts);
  const receiver = await receiverOf(ctx, read, facts.channel, row.account_id);
  const { papers, hash } = await textOfQuote(ctx, read, { facts, receiver, locale: localeFrom(row.locale) });
  if (!hash.equals(row.disclosure_hash)) refuse(loanStatement, 'disclosureChanged');
  return papers;
}
