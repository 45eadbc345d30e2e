// The words that a borrower reads and agrees to before a loan. The server writes them, the screen
// and the papers show them as they are.
import * as v from 'valibot';
import { call } from './call.ts';
import { zQuoteId } from './id.ts';
import { locales } from './locale.ts';

/** A label and its value, both ready to read. */
const zLine = v.object({ label: v.string(), value: v.string(), isStrong: v.boolean() });

/**
 * The disclosure statement of RA 3765: who, the net proceeds, the charges and rates, the schedule,
 * what comes only under a condition.
 */
const zDisclosureStatement = v.object({
  title: v.string(),
  /** The advice to study it before proceeding (SEC MC 19 s.2019). */
  advice: v.string(),
  groups: v.array(v.array(zLine)),
  notes: v.array(v.string()),
});

/**
 * A statement of its own in one language, of an extension or a plan. What is kept with it and
 * hashed is the JSON text of this, as the server writes it.
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
 * Both papers in one language. What is stored with a loan and hashed is the JSON text of this, as
 * the server writes it.
 */
export const zLoanText = v.object({
  version: v.string(),
  locale: v.picklist(locales),
  statement: zDisclosureStatement,
  agreement: zAgreement,
});
export type LoanText = v.InferOutput<typeof zLoanText>;

/**
 * What is to be read and agreed to before a loan of this price is taken, word for word, in the
 * language of the quote: the disclosure statement (RA 3765) and the loan agreement.
 * `disclosureChanged` where the lender, the receiver or the wording is not what the price was made
 * with.
 */
export const loanStatement = call({
  path: '/loan/statement',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ quoteId: zQuoteId }),
  data: zLoanText,
  refusals: ['quoteExpired', 'disclosureChanged'],
});
