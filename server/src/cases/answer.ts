// Answers complaints, by staff or by the booking of a transfer. The answer is stored sealed, and the borrower is notified.

import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import { Declined, type StaffCtx } from '#/commands/command.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { sealAnswer } from './sealed.ts';
import { type ComplaintRow, complaintOfNumber, findComplaint, takeStep } from './store.ts';

/** Answers a complaint that has no answer yet; one that nobody acknowledged is acknowledged with it. Its borrower must be locked. */
export async function answer(ctx: WorkCtx, tx: Tx, row: ComplaintRow, { words, who }: { words: string; who: string }): Promise<void> {
  const by = { at: ctx.now, who };
  if (!row.acknowledged_at) await takeStep(tx, row.id, 'acknowledged', by);
  const isTaken = await takeStep(tx, row.id, 'answered', { ...by, answerSealed: sealAnswer(ctx.app.sealer, row.id, words) });
  invariant(isTaken, 'a locked complaint takes its step');
  await ctx.app.notices.notify(ctx, tx, await recipientOf(ctx.app, tx, row.borrower_id, row.id), 'complaintAnswered', {
    number: row.number,
  });
}

/** The case that a booking is to answer. @throws Declined where there is none of this borrower, or it has its answer. */
async function mustFind(tx: Tx, number: string, borrowerId: string): Promise<{ id: string }> {
  const row = await complaintOfNumber(tx, number);
  if (!row || row.borrower_id !== borrowerId) throw new Declined(`${number} is no case of the person with this reference.`);
  if (row.answered_at) throw new Declined(`${number} has its answer already. Leave it out.`);
  return row;
}

/** Answers a case with what was booked. */
async function answerBooked(
  ctx: StaffCtx,
  tx: Tx,
  id: string,
  { amountCentavos, paidOn }: { amountCentavos: Centavos; paidOn: Temporal.PlainDate },
): Promise<void> {
  const row = await findComplaint(tx, id);
  invariant(row, 'a case that was found is there');
  const { locale } = await recipientOf(ctx.app, tx, row.borrower_id);
  const words = say(locale, 'complaint.transferBooked', { amount: formatPesos(amountCentavos), day: plainDay(locale, paidOn) });
  await answer(ctx, tx, row, { words, who: ctx.who });
}

export const transferCases = { mustFind, answerBooked };
