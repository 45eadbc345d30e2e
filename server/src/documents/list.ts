// /document/list: lists the borrower's documents, including those that belong to no loan.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { asDay, compareDays } from '@sandali/contract/day.ts';
import {
  type documentList,
  documentLoansAPage,
  documentsOfNoLoan,
} from '@sandali/contract/document.ts';
import type { DocumentItemId, LoanId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';
import { paidOutsideLoans } from './receipts.store.ts';
import { type LoanWithPapers, loansWithPapers } from './store.ts';

type Answer = DataOf<typeof documentList>;
type Listed = Answer['loans'][number]['documents'][number];

/**
 * Returns a page of loans with their documents, newest first. The first page also contains the
 * documents that belong to no loan.
 */
export async function listOf(
  ctx: BorrowerCtx,
  read: Read,
  input: RequestOf<typeof documentList>,
): Promise<Answer> {
  const { borrowerId } = ctx.who;
  const isFirst = input.loanId === undefined && input.before === undefined;
  const [rows, others] = await Promise.all([
    loansWithPapers(read, {
      borrowerId,
      loanId: input.loanId,
      before: input.before,
      limit: documentLoansAPage + 1,
    }),
    isFirst ? paidOutsideLoans(read, { borrowerId, id: null, limit: documentsOfNoLoan }) : [],
  ]);
  const shown = rows.slice(0, documentLoansAPage);
  return {
    loans: shown.map((loan) => ({
      loanId: loan.id as LoanId,
      referenceNo: loan.referenceNo,
      principalCentavos: centavos(loan.principalCentavos),
      signedOn: wireDay(manilaDayOf(loan.signedAt)),
      documents: papersOf(loan),
    })),
    others: others.map(({ kind, id, on, amountCentavos }) =>
      paper(kind, wireDay(on), id, amountCentavos),
    ),
    next: rows.length > shown.length ? ((shown.at(-1)?.id ?? null) as LoanId | null) : null,
  };
}

const paper = (
  kind: Listed['kind'],
  on: Listed['on'],
  itemId: string | null = null,
  amountCentavos: bigint | null = null,
): Listed => ({
  kind,
  itemId: itemId as DocumentItemId | null,
  on,
  amountCentavos: amountCentavos === null ? null : centavos(amountCentavos),
});

/**
 * Returns a loan's documents, newest first. Omits receipts and waivers if the payout was reversed,
 * because the payments then no longer belong to the loan.
 */
export function papersOf(loan: LoanWithPapers): Listed[] {
  const signedOn = wireDay(manilaDayOf(loan.signedAt));
  const receipts = loan.payments.flatMap((payment): Listed[] => {
    const on = asDay(payment.on);
    const receipt = paper('receipt', on, payment.sourceId, BigInt(payment.amountCentavos));
    return [
      ...(payment.extendedTo ? [paper('extension', on, payment.sourceId)] : []),
      ...(loan.isVoid ? [] : [receipt]),
    ];
  });
  const waivers = loan.isVoid
    ? []
    : loan.waivers.map(({ on, decisionId, amountCentavos }) =>
        paper('waiver', asDay(on), decisionId, BigInt(amountCentavos)),
      );
  const plans = loan.plans.map(({ on, planId }) => paper('plan', asDay(on), planId));
  const repaidOn = loan.repaidOn && wireDay(loan.repaidOn);
  return [
    ...(repaidOn ? [paper('certificate', repaidOn)] : []),
    ...(repaidOn && loan.remainderCentavos > 0n
      ? [paper('waiver', repaidOn, null, loan.remainderCentavos)]
      : []),
    ...[...receipts, ...waivers, ...plans].toSorted((a, b) => compareDays(a.on, b.on)).toReversed(),
    paper('agreement', signedOn),
    paper('disclosure', signedOn),
  ];
}
