// The periods of the reports screen. They end at the last day with figures, not today.
import { addDays, asDay, type Day, daysBetween } from '@sandali/contract/day.ts';

export const periodNames = ['month', 'lastMonth', 'days90', 'year'] as const;
export type PeriodName = (typeof periodNames)[number];
export type By = 'day' | 'month';
/** Days, both included. */
export type Span = { from: Day; to: Day };

export const periodWords: Record<PeriodName, string> = {
  month: 'This month',
  lastMonth: 'Last month',
  days90: '90 days',
  year: '12 months',
};

/** Returns the first day of the month that is `months` after that of `day`. */
function firstOfMonth(day: Day, months = 0): Day {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + months);
  return asDay(at.toISOString().slice(0, 10));
}

/** Returns a named period, up to the last day with figures. */
export function spanOf(name: PeriodName, last: Day): Span {
  switch (name) {
    case 'month':
      return { from: firstOfMonth(last), to: last };
    case 'lastMonth':
      return { from: firstOfMonth(last, -1), to: addDays(firstOfMonth(last), -1) };
    case 'days90':
      return { from: addDays(last, -89), to: last };
    case 'year':
      return { from: firstOfMonth(last, -11), to: last };
  }
}

/**
 * Returns the period to compare with: the same days of the month before, the whole month before,
 * or as many days just before.
 */
export function spanBefore(name: PeriodName, span: Span): Span {
  const { from, to } = span;
  if (name === 'month' || name === 'lastMonth') {
    const start = firstOfMonth(from, -1);
    const end = addDays(from, -1);
    const same = addDays(start, daysBetween(from, to));
    return { from: start, to: name === 'lastMonth' || same > end ? end : same };
  }
  return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) };
}
