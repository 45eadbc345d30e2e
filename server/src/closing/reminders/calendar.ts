// /calendar/reminder/query and callback: due dates for the phone's own calendar.

import { type CalendarOutcome, calendarCallback, type calendarQuery } from '@sandali/contract/calendar.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/serve.ts';
import type { Read, Tx } from '#/db/database.ts';
import { billsOf, dueNext, viewBill } from '#/loan/loan.ts';
import { todayOf } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { calendarEntriesOf, saveCalendarEntry } from './store.ts';

/** The due dates that are still to come. */
export async function dueDatesOf({ who, now }: BorrowerCtx, read: Read): Promise<DataOf<typeof calendarQuery>> {
  const today = todayOf(now);
  const [rows, entries] = await Promise.all([billsOf(read, who.borrowerId, { are: 'open' }), calendarEntriesOf(read, who.borrowerId)]);
  const outcomeOf = (loanId: string, dueOn: string) =>
    (entries.find((one) => one.loan_id === loanId && one.due_on.toString() === dueOn)?.outcome ?? null) as CalendarOutcome | null;
  return {
    entries: rows
      .map((row) => viewBill(row, today))
      .filter(({ shown }) => shown.dueOn >= today)
      .sort((a, b) => (a.shown.dueOn < b.shown.dueOn ? -1 : 1))
      .map(({ facts, shown: { loanId, referenceNo, dueOn } }) => ({
        loanId,
        referenceNo,
        due: dueNext(facts, today),
        outcome: outcomeOf(loanId, dueOn),
      })),
  };
}

/** Keeps what became of an entry; the last report counts. */
export async function recordCalendarOutcome(
  ctx: BorrowerCtx,
  tx: Tx,
  { loanId, dueOn, outcome }: RequestOf<typeof calendarCallback>,
): Promise<Done> {
  const { borrowerId } = ctx.who;
  const [row] = await billsOf(tx, borrowerId, { loanId });
  if (!row) refuse(calendarCallback, 'loanUnknown');
  if (viewBill(row, todayOf(ctx.now)).shown.dueOn !== dueOn) refuse(calendarCallback, 'dueDateMoved');
  await saveCalendarEntry(tx, {
    loan_id: loanId,
    due_on: Temporal.PlainDate.from(dueOn),
    borrower_id: borrowerId,
    outcome,
    reported_at: ctx.now,
  });
  return { ids: {} };
}
