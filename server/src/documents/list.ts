// /document/list: which papers there are of my loans.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { asDay, compareDays } from '@sandali/contract/day.ts';
import { type documentList, documentLoansAPage } from '@sandali/contract/document.ts';
import type { LoanId, PlanId, ReceiptId } from '@sandali/contract/id.ts';
import { centavos } from '@sandali/contract/money.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Read } from '#/db/database.ts';
import { type LoanWithPapers, loansWithPapers } from '#/loan/loan.ts';
import { manilaDayOf, wireDay } from '#/platform/days.ts';

type Answer = DataOf<typeof documentList>;
type Listed = Answer['loans'][number]['documents'][number];

/** The papers of my loans, the newest loan first. */
export async function listOf(ctx: BorrowerCtx, read: Read, input: RequestOf<typeof documentList>): Promise<Answer> {
  const rows = await loansWithPapers(read, {
    borrowerId: ctx.who.borrowerId,
    loanId: input.loanId,
    before: input.before,
    limit: documentLoansAPage + 1,
  });
  const shown = rows.slice(0, documentLoansAPage);
  return {
    loans: shown.map((loan) => ({
      loanId: loan.id as LoanId,
      referenceNo: loan.referenceNo,
      principalCentavos: centavos(loan.principalCentavos),
      signedOn: wireDay(manilaDayOf(loan.signedAt)),
      documents: papersOf(loan),
    })),
    next: rows.length > shown.length ? ((shown.at(-1)?.id ?? null) as LoanId | null) : null,
  };
}

/** The newest first: the certificate, the receipts, each with the statement of the extension that it paid, the statements of plans, what was signed. */
function papersOf(loan: LoanWithPapers): Listed[] {
  const signedOn = wireDay(manilaDayOf(loan.signedAt));
  const plain = (kind: 'agreement' | 'disclosure' | 'certificate', on: Listed['on']): Listed => ({
    kind,
    receiptId: null,
    planId: null,
    on,
    amountCentavos: null,
  });
  const receipts = loan.payments.flatMap((one): Listed[] => {
    const paid = { receiptId: one.sourceId as ReceiptId, planId: null, on: asDay(one.on) };
    const statement: Listed[] = one.hasStatement ? [{ ...paid, kind: 'extension', amountCentavos: null }] : [];
    return [...statement, { ...paid, kind: 'receipt', amountCentavos: centavos(BigInt(one.amountCentavos)) }];
  });
  const plans = loan.plans.map(
    (one): Listed => ({ kind: 'plan', receiptId: null, planId: one.planId as PlanId, on: asDay(one.on), amountCentavos: null }),
  );
  return [
    ...(loan.repaidOn ? [plain('certificate', wireDay(loan.repaidOn))] : []),
    ...[...receipts, ...plans].toSorted((a, b) => compareDays(a.on, b.on)).toReversed(),
    ...(loan.hasText ? [plain('agreement', signedOn), plain('disclosure', signedOn)] : []),
  ];
}
