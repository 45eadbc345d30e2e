// A borrower's documents. Receipts for payments that no loan needed, and for refunds that arrived,
// do not belong to a loan; all other documents do.
import * as v from 'valibot';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zDocumentItemId, zLoanId } from './id.ts';
import { zCentavos } from './money.ts';

export const documentKinds = [
  'disclosure',
  'agreement',
  'receipt',
  'extension',
  'plan',
  'waiver',
  'certificate',
  'refund',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The maximum number of loans on a page of /document/list. */
export const documentLoansAPage = 20;
/** The maximum number of documents without a loan. The first page lists them. */
export const documentsOfNoLoan = 100;

const zDocument = v.object({
  kind: v.picklist(documentKinds),
  /**
   * The item that the document is about, if a loan may have several such documents: a payment (for
   * an extension, the payment of its fee), a plan, a waiver or a refund. Null for all other
   * documents, such as the waiver of a remainder.
   */
  itemId: v.nullable(zDocumentItemId),
  /** The Manila day of the signature, payment, last payment or arrival, by kind of document. */
  on: zDay,
  /** Null unless the document is a receipt, a waiver or a refund. */
  amountCentavos: v.nullable(zCentavos),
});

/**
 * The borrower's documents by loan, newest first: for one loan, or for loans before a given one.
 */
export const documentList = call({
  path: '/document/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: v.optional(zLoanId), before: v.optional(zLoanId) }),
  data: v.object({
    loans: v.array(
      v.object({
        loanId: zLoanId,
        referenceNo: v.string(),
        principalCentavos: zCentavos,
        signedOn: zDay,
        documents: v.array(zDocument),
      }),
    ),
    /**
     * Documents without a loan, newest first, at most 100; only on the page of the newest loans.
     */
    others: v.array(zDocument),
    /** Pass this as `before` to get older loans; null on the last page. */
    next: v.nullable(zLoanId),
  }),
  refusals: [],
});

/**
 * A document as a PDF, `bytes` in base64. Signed documents keep the language and wording in which
 * they were signed; others are generated from the books in the caller's language. Each has a code
 * by which anybody can verify it (paperCode.ts). At most 100 per Manila day.
 */
export const documentGet = call({
  path: '/document/get',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    kind: v.picklist(documentKinds),
    /** Null for a document without a loan. */
    loanId: v.nullable(zLoanId),
    itemId: v.optional(v.nullable(zDocumentItemId), null),
  }),
  data: v.object({ name: v.string(), mediaType: v.literal('application/pdf'), bytes: v.string() }),
  refusals: ['documentMissing', 'documentsSpent', 'systemBusy'],
});
