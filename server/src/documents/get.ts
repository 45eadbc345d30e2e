// /document/get: one paper as PDF. It is printed outside the transaction; who took which, and how often, is written in it.
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { type DocumentKind, documentGet } from '@sandali/contract/document.ts';
import { audit } from '#/context/audit.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import { consumeRateLimit, dayMs } from '#/context/rate-limit.ts';
import type { Done } from '#/context/serve.ts';
import type { Read, Tx } from '#/db/database.ts';
import { loansWithPapers } from '#/loan/loan.ts';
import { nextRateLimitDay } from '#/platform/days.ts';
import { type Paper, printPaper } from '#/platform/pdf/paper.ts';
import { invariant, refuse } from '#/platform/refuse.ts';
import { writtenDay } from '#/texts/written-day.ts';
import { certificateOf } from './certificate.ts';
import { receiptOf } from './receipt.ts';
import { extensionPaper, planPaper, signedPaper } from './signed-paper.ts';

export const documentsADay = 100;

type Input = RequestOf<typeof documentGet>;
/** Which paper; the loan is one of the borrower's own. */
export type Wanted = { kind: DocumentKind; loanId: string; receiptId: string | null; planId: string | null };

/** Sees that the paper is there and the borrower's own, and writes down that it was taken. */
export async function countDocument(ctx: BorrowerCtx, tx: Tx, { kind, loanId, receiptId, planId }: Input): Promise<Done<Wanted>> {
  const ids = { kind, loanId, receiptId, planId };
  if (!(await isThere(ctx, tx, ids))) refuse(documentGet, 'documentMissing');
  await takeOne(ctx, tx, ids);
  return { ids };
}

/** A repeated request prints the paper once more, and counts as one that was taken. */
export async function allowAgain(ctx: BorrowerCtx, tx: Tx, ids: Wanted): Promise<void> {
  await takeOne(ctx, tx, ids, { again: true });
}

async function isThere(ctx: BorrowerCtx, read: Read, { kind, loanId, receiptId, planId }: Wanted): Promise<boolean> {
  const [loan] = await loansWithPapers(read, { borrowerId: ctx.who.borrowerId, loanId, before: undefined, limit: 1 });
  if (!loan) return false;
  if (kind === 'receipt') return loan.payments.some((one) => one.sourceId === receiptId);
  if (kind === 'extension') return loan.payments.some((one) => one.sourceId === receiptId && one.hasStatement);
  if (kind === 'plan') return loan.plans.some((one) => one.planId === planId);
  if (receiptId !== null || planId !== null) return false;
  return kind === 'certificate' ? loan.repaidOn !== null : loan.hasText;
}

async function takeOne(ctx: BorrowerCtx, tx: Tx, { kind, loanId }: Wanted, more: { again?: true } = {}): Promise<void> {
  const { who, now, wall, locale } = ctx;
  const budget = { name: `documents:${who.borrowerId}`, limit: documentsADay, windowMs: dayMs };
  if (!(await consumeRateLimit(tx, budget, wall)))
    refuse(documentGet, 'documentsSpent', { from: writtenDay(locale, nextRateLimitDay({ now, wall })) });
  await audit(tx, { at: now, who: 'the borrower', act: 'documentTaken', subject: who.borrowerId, detail: { kind, loanId, ...more } });
}

/** Prints the paper. */
export async function showPaper(ctx: BorrowerCtx, read: Read, wanted: Wanted): Promise<DataOf<typeof documentGet>> {
  const made = await paperOf(ctx, read, wanted);
  // Between the write and this, money reported late may have opened the bill again: then there is no certificate any more.
  if (!made) refuse(documentGet, 'documentMissing');
  const name = `sandali-${wanted.kind}-${made.referenceNo}.pdf`;
  return { name, mediaType: 'application/pdf', bytes: (await printPaper(made.paper)).toString('base64') };
}

export type Made = { referenceNo: string; paper: Paper };

async function paperOf(ctx: BorrowerCtx, read: Read, { kind, loanId, receiptId, planId }: Wanted): Promise<Made | null> {
  if (kind === 'certificate') return await certificateOf(ctx, read, loanId);
  if (kind === 'agreement' || kind === 'disclosure') return await signedPaper(ctx, read, loanId, kind);
  if (kind === 'plan') {
    invariant(planId, 'a paper of a plan that was allowed is named');
    return await planPaper(ctx, read, planId);
  }
  invariant(receiptId, 'a paper of a payment that was allowed is named');
  if (kind === 'extension') return await extensionPaper(ctx, read, receiptId);
  return await receiptOf(ctx, read, loanId, receiptId);
}
