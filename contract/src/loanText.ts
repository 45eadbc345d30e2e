// The texts that a borrower reads and accepts before a loan. The server writes them; screens and
// documents show them unchanged.
import * as v from 'valibot';
import { call } from './call.ts';
import { zQuoteId } from './id.ts';
import { locales } from './locale.ts';

/** A label and its value, both ready to display. */
const zLine = v.object({ label: v.string(), value: v.string(), isStrong: v.boolean() });

/**
 * The disclosure statement that RA 3765 requires: the parties, net proceeds, charges and rates,
 * schedule, and conditional charges.
 */
const zDisclosureStatement = v.object({
  title: v.string(),
  /** The advice to study the statement before proceeding (SEC MC 19 s.2019). */
  advice: v.string(),
  groups: v.array(v.array(zLine)),
  notes: v.array(v.string()),
});

/**
 * The disclosure statement for an extension or a plan, in one language. The server stores and
 * hashes its JSON text.
 */
export const zStatementText = v.object({
  version: v.string(),
  locale: v.picklist(locales),
  statement: zDisclosureStatement,
});
export type StatementText = v.InferOutput<typeof zStatementText>;

const zAgreement = v.object({
  title: v.string(),
  clauses: v.array(v.object({ title: v.string(), words: v.string() })),
});

/**
 * Both documents of a loan, in one language. The server stores their JSON text with the loan and
 * hashes it.
 */
export const zLoanText = v.object({
  version: v.string(),
  locale: v.picklist(locales),
  statement: zDisclosureStatement,
  agreement: zAgreement,
});
export type LoanText = v.InferOutput<typeof zLoanText>;

/**
 * The texts to read and accept before a loan, in the language of the quote: the disclosure
 * statement (RA 3765) and the loan agreement. Refuses with `disclosureChanged` if the lender, the
 * receiver or the wording has changed since the quote.
 */
export const loanStatement = call({
  path: '/loan/statement',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ quoteId: zQuoteId }),
  data: zLoanText,
  refusals: ['quoteExpired', 'disclosureChanged'],
});
