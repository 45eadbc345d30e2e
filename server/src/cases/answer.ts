// Answering a complaint: the words lie sealed, and its maker is told that they are there.
import { recipientOf } from '#/account/account.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import { sealAnswer } from './sealed.ts';
import { type ComplaintRow, takeStep } from './store.ts';

/** Answers a complaint that has no answer yet; one that nobody acknowledged is acknowledged with it. Its borrower must be locked. */
export async function answer(ctx: WorkCtx, tx: Tx, row: ComplaintRow, { words, who }: { words: string; who: string }): Promise<void> {
  const by = { at: ctx.now, who };
  if (!row.acknowledged_at) await takeStep(tx, row.id, 'acknowledged', by);
  const isTaken = await takeStep(tx, row.id, 'answered', { ...by, answerSealed: sealAnswer(ctx.app.sealer, row.id, words) });
  invariant(isTaken, 'a locked complaint takes its step');
  await ctx.app.notices.notify(ctx, tx, await recipientOf(ctx.app, tx, row.borrower_id), 'complaintAnswered', { number: row.number });
}
