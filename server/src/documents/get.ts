// /document/get: one paper as PDF. It is printed outside any transaction; then it counts, and the
// trail says who took it.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { type DocumentKind, documentGet } from '@sandali/contract/document.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { issuePaper } from '#/context/paper-codes.ts';
import { allowsAnotherUse, consumeRateLimit, type RateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { loansWithPapers } from '#/loan/loan.ts';
import { nextRateLimitDay } from '#/platform/days.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { paidOutsideLoans } from '#/repayment/repayment.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { certificateOf } from './certificate.ts';
import { papersOf } from './list.ts';
import { receiptOf } from './receipt.ts';
import { refundOf } from './refund.ts';
import { extensionPaper, planPaper, signedPaper } from './signed-agreement.ts';
import { waiverOf } from './waiver.ts';
import type { Made } from './words.ts';

export const documentsADay = 100;

type Input = RequestOf<typeof documentGet>;
type Repeated = { again: true };
/** Which paper; the loan is one of the borrower's own, and null for a paper of no loan. */
export type Wanted = { kind: DocumentKind; loanId: string | null; itemId: string | null };

/** Sees that the paper is there and the borrower's own, and that one more may be taken today. */
export async function allowDocument(
  ctx: BorrowerCtx,
  tx: Tx,
  { kind, loanId, itemId }: Input,
): Promise<Done<Wanted, Repeated>> {
  const ids = { kind, loanId, itemId };
  if (!(await isThere(ctx, tx, ids))) refuse(documentGet, 'documentMissing');
  if (!(await allowsAnotherUse(tx, papersADay(ctx), ctx.wall))) refuseAsSpent(ctx);
  return { ids };
}

/** A repeated request prints the paper once more, and counts as one that was taken. */
export async function allowAgain(ctx: BorrowerCtx, tx: Tx): Promise<Repeated> {
  if (!(await allowsAnotherUse(tx, papersADay(ctx), ctx.wall))) refuseAsSpent(ctx);
  return { again: true };
}

const papersADay = ({ who }: BorrowerCtx): RateLimit => ({
  name: `documents:${who.borrowerId}`,
  limit: documentsADay,
  windowMs: dayMs,
});

function refuseAsSpent({ now, wall, locale }: BorrowerCtx): never {
  refuse(documentGet, 'documentsSpent', {
    from: writtenDay(locale, nextRateLimitDay({ now, wall })),
  });
}

/** Whether the list names it. */
async function isThere(
  { who: { borrowerId } }: BorrowerCtx,
  read: Read,
  { kind, loanId, itemId }: Wanted,
): Promise<boolean> {
  if (loanId === null) {
    const others =
      itemId === null ? [] : await paidOutsideLoans(read, { borrowerId, id: itemId, limit: 1 });
    return others.some((one) => one.kind === kind);
  }
  const [loan] = await loansWithPapers(read, { borrowerId, loanId, before: undefined, limit: 1 });
  return (
    loan !== undefined && papersOf(loan).some((one) => one.kind === kind && one.itemId === itemId)
  );
}

/**
 * Prints the paper, with the code by which it is checked. Only a paper that was printed counts and
 * is recorded in the trail: a press that is busy costs nothing.
 */
export async function showPaper(
  ctx: BorrowerCtx,
  read: Read,
  wanted: Wanted,
  repeated?: Repeated,
): Promise<DataOf<typeof documentGet>> {
  const made = await paperOf(ctx, read, wanted);
  // Between the write and this, money reported late may have opened the bill again: then there is
  // no certificate any more.
  if (!made) refuse(documentGet, 'documentMissing');
  const name = `sandali-${wanted.kind}-${made.referenceNo}.pdf`;
  const bytes = await issuePaper(ctx, wanted.kind, made.paper, made.on);
  await inTx(ctx.app.db, async (tx) => {
    if (!(await consumeRateLimit(tx, papersADay(ctx), ctx.wall))) refuseAsSpent(ctx);
    const detail = { kind: wanted.kind, loanId: wanted.loanId, ...repeated };
    await audit(tx, {
      at: ctx.now,
      who: 'the borrower',
      act: 'documentTaken',
      subject: ctx.who.borrowerId,
      detail,
    });
  });
  return { name, mediaType: 'application/pdf', bytes };
}

async function paperOf(
  ctx: BorrowerCtx,
  read: Read,
  { kind, loanId, itemId }: Wanted,
): Promise<Made | null> {
  if (kind === 'refund') return await refundOf(ctx, read, named(itemId));
  if (kind === 'receipt') return await receiptOf(ctx, read, loanId, named(itemId));
  if (kind === 'extension') return await extensionPaper(ctx, read, named(itemId));
  if (kind === 'plan') return await planPaper(ctx, read, named(itemId));
  const loan = named(loanId);
  if (kind === 'waiver') return await waiverOf(ctx, read, loan, itemId);
  if (kind === 'certificate') return await certificateOf(ctx, read, loan);
  return await signedPaper(ctx, read, loan, kind);
}

function named(id: string | null): string {
  invariant(id, 'what a paper that was allowed is about is named');
  return id;
}
