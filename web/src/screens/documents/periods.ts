// The periods of a statement: the last three months together, and each month back to the first
// entry.
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';

/** The default period; months are written 'YYYY-MM'. */
export const recent = 'recent';
/** A year of months; more would be hard to choose from. */
const mostMonths = 12;

/** The request's days for a chosen period. */
export function daysOf(period: string, today: Day): { fromOn?: Day; toOn?: Day } {
  if (!/^\d{4}-\d{2}$/.test(period)) return {};
  const last = addDays(asDay(`${monthAfter(period)}-01`), -1);
  return { fromOn: asDay(`${period}-01`), toOn: last < today ? last : today };
}

/** The months from this one back to the first entry's, newest first; at most twelve. */
export function monthsBack(firstOn: Day | null, today: Day): string[] {
  const months: string[] = [];
  const first = (firstOn ?? today).slice(0, 7);
  for (
    let month = today.slice(0, 7);
    month >= first && months.length < mostMonths;
    month = monthBefore(month)
  )
    months.push(month);
  return months;
}

/** A month in words: 'November 2026'. */
export function monthName(month: string, locale: Locale): string {
  const name = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01T00:00:00Z`));
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

const monthBefore = (month: string) => addDays(asDay(`${month}-01`), -1).slice(0, 7);
const monthAfter = (month: string) => addDays(asDay(`${month}-28`), 4).slice(0, 7);
