// The papers of a borrower, to take along. Of a loan: what was signed, a receipt for each payment,
// the statement of each extension and plan, what was taken off, and a certificate once it is
// repaid. Of no loan: receipts of payments that no loan needed, and refunds that arrived.
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

/** How many loans an answer of /document/list has, and how many papers of no loan. */
export const documentLoansAPage = 20;
export const documentsOfNoLoan = 100;

const zDocument = v.object({
  kind: v.picklist(documentKinds),
  /**
   * What it is about, where a loan may have several: the payment (of an extension's statement that
   * of its fee), the plan, the waiver, the refund. Null for other papers, and for the waiver of a
   * remainder, of which a loan has one at most.
   */
  itemId: v.nullable(zDocumentItemId),
  /**
   * The Manila day of what it is about: the signature, the payment, the last payment, the arrival.
   */
  on: zDay,
  /** Of a receipt, a waiver and a refund. */
  amountCentavos: v.nullable(zCentavos),
});

/** My papers, loan by loan, the newest first; of one loan, or those of the loans before one. */
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
    /** Of no loan, the newest first, a hundred at most: with the newest loans of all only. */
    others: v.array(zDocument),
    /** Hand it back as `before` for older ones; null where there are none. */
    next: v.nullable(zLoanId),
  }),
  refusals: [],
});

/**
 * One paper as PDF, `bytes` in base64. What was signed comes in the language and the words of the
 * signature; all others are made from the books in the caller's language. Each carries a code by
 * which anybody can check it (paperCode.ts). At most 100 a Manila day.
 */
export const documentGet = call({
  path: '/document/get',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    kind: v.picklist(documentKinds),
    /** Null for a paper of no loan. */
    loanId: v.nullable(zLoanId),
    itemId: v.optional(v.nullable(zDocumentItemId), null),
  }),
  data: v.object({ name: v.string(), mediaType: v.literal('application/pdf'), bytes: v.string() }),
  refusals: ['documentMissing', 'documentsSpent', 'systemBusy'],
});
