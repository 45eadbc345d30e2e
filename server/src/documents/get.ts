// /document/get: returns a document as a PDF. Prints the document outside any transaction, then
// counts it against the daily limit and records it in the trail.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { dayMs } from '@sandali/contract/day.ts';
import { type DocumentKind, documentGet } from '@sandali/contract/document.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { issuePaper } from '#/context/paper-codes.ts';
import { allowsAnotherUse, consumeRateLimit, type RateLimit } from '#/context/rate-limit.ts';
import type { Done } from '#/context/write.ts';
import { inTx, type Read, type Tx } from '#/db/database.ts';
import { nextRateLimitDay } from '#/platform/days.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { certificateOf } from './certificate.ts';
import { papersOf } from './list.ts';
import { receiptOf } from './receipt.ts';
import { paidOutsideLoans } from './receipts.store.ts';
import { refundOf } from './refund.ts';
import { extensionPaper, planPaper, signedPaper } from './signed-agreement.ts';
import { loansWithPapers } from './store.ts';
import { waiverOf } from './waiver.ts';
import type { DatedPaper } from './words.ts';

export const documentsADay = 100;

type Input = RequestOf<typeof documentGet>;
type Repeated = { again: true };
/** The requested document. `loanId` is null for a document that belongs to no loan. */
export type Wanted = { kind: DocumentKind; loanId: string | null; itemId: string | null };

/**
 * Checks that the document exists, that it belongs to the borrower, and that the daily limit allows
 * it.
 * @throws Refused otherwise
 */
export async function allowDocument(
  ctx: BorrowerCtx,
  tx: Tx,
  { kind, loanId, itemId }: Input,
): Promise<Done<Wanted, Repeated>> {
  const ids = { kind, loanId, itemId };
  if (!(await listsPaper(ctx, tx, ids))) refuse(documentGet, 'documentMissing');
  if (!(await allowsAnotherUse(tx, papersADay(ctx), ctx.wall))) refuseAsSpent(ctx);
  return { ids };
}

/**
 * Checks that the daily limit allows a repeated request to print the document again.
 * @throws Refused otherwise
 */
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

async function listsPaper(
  { who: { borrowerId } }: BorrowerCtx,
  read: Read,
  { kind, loanId, itemId }: Wanted,
): Promise<boolean> {
  if (loanId === null) {
    const others =
      itemId === null ? [] : await paidOutsideLoans(read, { borrowerId, id: itemId, limit: 1 });
    return others.some((other) => other.kind === kind);
  }
  const [loan] = await loansWithPapers(read, { borrowerId, loanId, before: undefined, limit: 1 });
  return (
    loan !== undefined &&
    papersOf(loan).some((paper) => paper.kind === kind && paper.itemId === itemId)
  );
}

/**
 * Prints the document with its verification code. Counts and records it only after printing, so a
 * request that is refused because the printer is busy does not count.
 */
export async function showPaper(
  ctx: BorrowerCtx,
  read: Read,
  wanted: Wanted,
  repeated?: Repeated,
): Promise<DataOf<typeof documentGet>> {
  const dated = await paperOf(ctx, read, wanted);
  // The document may have become void since `allowDocument`, for example because a reversal
  // reopened the bill.
  if (!dated) refuse(documentGet, 'documentMissing');
  const name = `sandali-${wanted.kind}-${dated.referenceNo}.pdf`;
  const bytes = await issuePaper(ctx, wanted.kind, dated.paper, dated.on);
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
): Promise<DatedPaper | null> {
  if (kind === 'refund') return await refundOf(ctx, read, required(itemId));
  if (kind === 'receipt') return await receiptOf(ctx, read, loanId, required(itemId));
  if (kind === 'extension') return await extensionPaper(ctx, read, required(itemId));
  if (kind === 'plan') return await planPaper(ctx, read, required(itemId));
  const loan = required(loanId);
  if (kind === 'waiver') return await waiverOf(ctx, read, loan, itemId);
  if (kind === 'certificate') return await certificateOf(ctx, read, loan);
  return await signedPaper(ctx, read, loan, kind);
}

function required(id: string | null): string {
  invariant(id, 'an allowed paper has the id that its kind needs');
  return id;
}
