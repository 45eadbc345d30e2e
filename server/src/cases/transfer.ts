// What the booking of a transfer does to the case that came with its receipt: it is answered, in its maker's language.
import { type Centavos, formatPesos } from '@sandali/contract/money.ts';
import { recipientOf } from '#/account/account.ts';
import { Declined, type StaffCtx } from '#/commands/command.ts';
import type { Tx } from '#/db/database.ts';
import { invariant } from '#/platform/refuse.ts';
import { say } from '#/texts/say.ts';
import { plainDay } from '#/texts/written-day.ts';
import { answer } from './answer.ts';
import { complaintOfNumber, findComplaint } from './store.ts';

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
