// Writes staff turns in complaints, including the answer when staff book a reported transfer. Seals
// the text and notifies the borrower.

import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { newIdFor } from '#/platform/random.ts';
import { Declined, invariant } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { turnAt } from './rules.ts';
import { sealTurn } from './sealed.ts';
import {
  type ComplaintRow,
  complaintForTurn,
  complaintOfNumber,
  findComplaint,
  recordStep,
} from './store.ts';
import { insertTurnQuery } from './turns.store.ts';

/** `name` is the writer's name as the borrower sees it; "customer service" if it is missing. */
type StaffText = { words: string; who: string; name?: string | undefined };

/**
 * Writes a staff turn, which also acknowledges the complaint. An answer stops the deadline. Lock
 * the borrower first, and answer only an unanswered complaint.
 */
export async function writeToBorrower(
  ctx: WorkCtx,
  tx: Tx,
  row: ComplaintRow,
  { words, who, name, isAnswer }: StaffText & { isAnswer: boolean },
): Promise<void> {
  const complaint = await complaintForTurn(tx, row.id);
  invariant(complaint, 'a complaint that was read exists');
  const by = { at: turnAt(ctx.now, complaint.last_at), who };
  if (!row.acknowledged_at) await recordStep(tx, row.id, 'acknowledged', by);
  const id = newIdFor(row.borrower_id, ctx.now);
  const turn = {
    id,
    complaint_id: row.id,
    number: complaint.turns + 1,
    borrower_id: row.borrower_id,
    written_by: who,
    is_answer: isAnswer,
    words_sealed: sealTurn(ctx.app.sealer, id, { words, name: name ?? null }),
    written_at: by.at,
  };
  await tx.executeQuery(insertTurnQuery(tx, turn));
  if (isAnswer)
    invariant(await recordStep(tx, row.id, 'answered', by), 'a locked complaint takes its step');
  const to = await recipientOf(ctx.app, tx, row.borrower_id, row.id);
  await ctx.app.notices.notify(ctx, tx, to, isAnswer ? 'complaintAnswered' : 'complaintWritten', {
    number: row.number,
  });
}

/**
 * Finds the complaint that a booked transfer answers.
 * @throws Declined if the complaint is not this borrower's or is already answered.
 */
async function mustFind(tx: Tx, number: string, borrowerId: string): Promise<{ id: string }> {
  const row = await complaintOfNumber(tx, number);
  if (!row || row.borrower_id !== borrowerId)
    throw new Declined(`${number} is not a case of the person with this reference.`);
  if (row.answered_at) throw new Declined(`${number} is already answered. Leave out --case.`);
  return row;
}

/** Answers a complaint with the amount and day of a booked transfer. */
async function answerBooked(
  ctx: StaffCtx,
  tx: Tx,
  id: string,
  { amountCentavos, paidOn }: { amountCentavos: Centavos; paidOn: Temporal.PlainDate },
): Promise<void> {
  const row = await findComplaint(tx, id);
  invariant(row, 'a case that was read exists');
  const { locale } = await recipientOf(ctx.app, tx, row.borrower_id);
  const words = say(locale, 'complaint.transferBooked', {
    amount: formatPesos(amountCentavos),
    day: plainDay(locale, paidOn),
  });
  await writeToBorrower(ctx, tx, row, { words, who: ctx.who, isAnswer: true });
}

export const transferCases = { mustFind, answerBooked };
