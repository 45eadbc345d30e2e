// What a reminder says of a bill today: what is owed and when, in the borrower's own words; nothing where it is no longer true.
import { type Day, daysBetween } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';
import { formatPesos } from '@sandali/contract/money.ts';
import type { Read } from '#/db/database.ts';
import { billsOf, dueNext, seeBill } from '#/loan/loan.ts';
import { plainDay } from '#/texts/written-day.ts';
import { isTrueOf } from './rules.ts';
import type { OpenReminder } from './store.ts';

/**
 * The amount that is due on the due date, or today where that is over, and the due date in force; of a promise that is kept its next part and the day
 * of it; null where there is nothing to remind of.
 */
export async function wordsOf(read: Read, one: OpenReminder, today: Day, locale: Locale): Promise<{ amount: string; due: string } | null> {
  const [row] = await billsOf(read, one.borrower_id, { loanId: one.loan_id, isOpen: true });
  if (!row) return null;
  const { facts, shown } = seeBill(row, today);
  const isReturnAsked = row.return_ends_on !== null && row.return_ends_on.toString() >= today;
  const { promised } = shown;
  const daysToPart = promised && daysBetween(today, promised.on);
  if (!isTrueOf(one.kind, { ...shown, isReturnAsked, daysToPart })) return null;
  if (promised) return { amount: formatPesos(promised.amountCentavos), due: plainDay(locale, Temporal.PlainDate.from(promised.on)) };
  return {
    amount: formatPesos(dueNext(facts, today).owedCentavos),
    due: plainDay(locale, Temporal.PlainDate.from(shown.dueOn)),
  };
}
