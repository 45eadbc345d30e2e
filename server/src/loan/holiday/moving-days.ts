import { addDays, asDay, compareDays, type Day, type Holidays, nextWorkingDayFrom } from '@sandali/contract/day.ts';
import { planDays } from '@sandali/contract/plan.ts';
import type { BillRecord } from '#/loan/bill.store.ts';
import { dayOf } from '#/loan/facts.ts';

type Terms = Pick<BillRecord, 'extensions' | 'last_free_on' | 'promises'>;

/**
 * The days of a bill that move because they are holidays, the first one first: the last free one of each term, and those of the parts of plans. A part stays where it is
 * if it would leave the days of its plan (`partsToMove`): its day is no reason to reverse anything, now or when another day of the bill moves.
 */
export function movingDays(row: Terms, holidays: Holidays): Day[] {
  const parts = row.promises
    .filter((one) => one.is_plan)
    .flatMap((one) => one.parts.map((part) => ({ on: asDay(part.due_on), madeOn: asDay(one.made_on) })));
  const within = parts.filter(({ on, madeOn }) => compareDays(nextWorkingDayFrom(on, holidays), addDays(madeOn, planDays)) <= 0);
  const days = [...row.extensions.map((one) => asDay(one.from_last_free_on)), dayOf(row.last_free_on), ...within.map(({ on }) => on)];
  return days.filter((day) => holidays.has(day)).toSorted(compareDays);
}
