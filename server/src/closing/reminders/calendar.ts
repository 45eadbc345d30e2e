// /calendar/reminder/query and callback: due dates and plan parts for the phone's own calendar.

import {
  type CalendarOutcome,
  calendarCallback,
  type calendarQuery,
} from '@sandali/contract/calendar.ts';
import type { DataOf, RequestOf } from '@sandali/contract/call.ts';
import { compareDays, type Day } from '@sandali/contract/day.ts';
import { dueNext } from '@sandali/contract/owed.ts';
import type { BorrowerCtx } from '#/context/ctx.ts';
import type { Done } from '#/context/write.ts';
import type { Tx } from '#/db/database.ts';
import type { FactsOf } from '#/db/snapshot.ts';
import { type BillView, openBillsPart, viewBills } from '#/loan/loan.ts';
import { todayOf } from '#/platform/days.ts';
import { refuse } from '#/platform/refuse.ts';
import { calendarEntriesPart, saveCalendarEntry } from './store.ts';

type Entry = DataOf<typeof calendarQuery>['entries'][number];

/**
 * Returns a bill's future payment days: the parts of a plan that is being kept, otherwise the due
 * date.
 */
function daysOf(bill: BillView, today: Day): Pick<Entry, 'due' | 'part'>[] {
  const { facts, shown } = bill;
  const parts = bill.promisedParts();
  if (parts.length > 0)
    return parts.map(({ number, on, amountCentavos }) => ({
      due: { owedCentavos: amountCentavos, on },
      part: number,
    }));
  return shown.dueOn >= today ? [{ due: dueNext(facts, today), part: null }] : [];
}

export const dueDatesParts = { openBills: openBillsPart, entries: calendarEntriesPart };

/** Returns the future payment days of all open bills, in order. */
export async function dueDatesOf(
  { now }: BorrowerCtx,
  { openBills, entries }: FactsOf<typeof dueDatesParts>,
): Promise<DataOf<typeof calendarQuery>> {
  const today = todayOf(now);
  const outcomeOf = (loanId: string, dueOn: string) =>
    (entries.find((entry) => entry.loan_id === loanId && entry.due_on.toString() === dueOn)
      ?.outcome ?? null) as CalendarOutcome | null;
  return {
    entries: openBills
      .viewOn(today)
      .flatMap((bill) => {
        const { loanId, referenceNo } = bill.shown;
        return daysOf(bill, today).map((day) => ({
          loanId,
          referenceNo,
          ...day,
          outcome: outcomeOf(loanId, day.due.on),
        }));
      })
      .sort((a, b) => compareDays(a.due.on, b.due.on)),
  };
}

/**
 * Stores whether the phone added an entry to its calendar. A later report replaces an earlier one.
 */
export async function recordCalendarOutcome(
  ctx: BorrowerCtx,
  tx: Tx,
  { loanId, dueOn, outcome }: RequestOf<typeof calendarCallback>,
): Promise<Done> {
  const { borrowerId } = ctx.who;
  const today = todayOf(ctx.now);
  const [bill] = await viewBills(tx, borrowerId, { loanId }, today);
  if (!bill) refuse(calendarCallback, 'loanUnknown');
  const days = [bill.shown.dueOn, ...daysOf(bill, today).map(({ due }) => due.on)];
  if (!days.includes(dueOn)) refuse(calendarCallback, 'dueDateMoved');
  await saveCalendarEntry(tx, {
    loan_id: loanId,
    due_on: Temporal.PlainDate.from(dueOn),
    borrower_id: borrowerId,
    outcome,
    reported_at: ctx.now,
  });
  return { ids: {} };
}
