// The papers of a loan, to take along: what was signed, a receipt for each payment, the statement of each extension and plan, and a certificate once it is repaid.
import * as v from 'valibot';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zLoanId, zPlanId, zReceiptId } from './id.ts';
import { zCentavos } from './money.ts';

export const documentKinds = ['disclosure', 'agreement', 'receipt', 'extension', 'plan', 'certificate'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** How many loans an answer of /document/list has. */
export const documentLoansAPage = 20;

const zDocument = v.object({
  kind: v.picklist(documentKinds),
  /** Which payment, or of the statement of an extension the payment of its fee; null for other papers. */
  receiptId: v.nullable(zReceiptId),
  /** Which plan; null for other papers. */
  planId: v.nullable(zPlanId),
  /** The Manila day of what it is about: the signature, the payment, the last payment. */
  on: zDay,
  /** Of a receipt. */
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
    /** Hand it back as `before` for older ones; null where there are none. */
    next: v.nullable(zLoanId),
  }),
  refusals: [],
});

/**
 * One paper as PDF, `bytes` in base64. What was signed comes in the language and the words of the signature; receipts and certificates are made
 * from the books in the caller's language. At most 100 a Manila day.
 */
export const documentGet = call({
  path: '/document/get',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    kind: v.picklist(documentKinds),
    loanId: zLoanId,
    receiptId: v.optional(v.nullable(zReceiptId), null),
    planId: v.optional(v.nullable(zPlanId), null),
  }),
  data: v.object({ name: v.string(), mediaType: v.literal('application/pdf'), bytes: v.string() }),
  refusals: ['documentMissing', 'documentsSpent', 'systemBusy'],
});
