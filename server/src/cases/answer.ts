// What staff writes in complaints, and what the booking of a transfer answers. The words are stored
// sealed, and the borrower is notified.

import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import type { StaffCtx } from '#/commands/command.ts';
import type { WorkCtx } from '#/context/ctx.ts';
import type { Tx } from '#/db/database.ts';
import { newId } from '#/platform/random.ts';
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
  takeStep,
} from './store.ts';
import { insertTurnStatement } from './turns.store.ts';

/** `name` is that by which the borrower sees who wrote; without it customer service as a whole. */
type Said = { words: string; who: string; name?: string | undefined };

/**
 * Writes a turn of staff; one that nobody acknowledged is acknowledged with it. An answer stops the
 * clock. The complaint must have no answer where this is one, and its borrower must be locked.
 */
export async function writeToBorrower(
  ctx: WorkCtx,
  tx: Tx,
  row: ComplaintRow,
  said: Said & { isAnswer: boolean },
): Promise<void> {
  const { words, who, name = null, isAnswer } = said;
  const found = await complaintForTurn(tx, row.id);
  invariant(found, 'a complaint that was found is there');
  const by = { at: turnAt(ctx.now, found.last_at), who };
  if (!row.acknowledged_at) await takeStep(tx, row.id, 'acknowledged', by);
  const id = newId(ctx.now);
  const turn = {
    id,
    complaint_id: row.id,
    number: found.turns + 1,
    borrower_id: row.borrower_id,
    written_by: who,
    is_answer: isAnswer,
    words_sealed: sealTurn(ctx.app.sealer, id, { words, name }),
    written_at: by.at,
  };
  await tx.executeQuery(insertTurnStatement(tx, turn));
  if (isAnswer)
    invariant(await takeStep(tx, row.id, 'answered', by), 'a locked complaint takes its step');
  const to = await recipientOf(ctx.app, tx, row.borrower_id, row.id);
  await ctx.app.notices.notify(ctx, tx, to, isAnswer ? 'complaintAnswered' : 'complaintWritten', {
    number: row.number,
  });
}

/**
 * The case that a booking is to answer.
 * @throws Declined where there is none of this borrower, or it has its answer.
 */
async function mustFind(tx: Tx, number: string, borrowerId: string): Promise<{ id: string }> {
  const row = await complaintOfNumber(tx, number);
  if (!row || row.borrower_id !== borrowerId)
    throw new Declined(`${number} is no case of the person with this reference.`);
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
  const words = say(locale, 'complaint.transferBooked', {
    amount: formatPesos(amountCentavos),
    day: plainDay(locale, paidOn),
  });
  await writeToBorrower(ctx, tx, row, { words, who: ctx.who, isAnswer: true });
}

export const transferCases = { mustFind, answerBooked };
