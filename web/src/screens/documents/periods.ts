// The periods of a statement: the last three months together, or any single month since the first
// entry.
import { addDays, asDay, type Day } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';

/** The default period; months are written 'YYYY-MM'. */
export const recent = 'recent';
/** One year, since a list of more months would be hard to choose from. */
const mostMonths = 12;

/** Returns the request's days for a chosen period; {} for the default period. */
export function daysOf(period: string, today: Day): { fromOn?: Day; toOn?: Day } {
  if (!/^\d{4}-\d{2}$/.test(period)) return {};
  const last = addDays(asDay(`${monthAfter(period)}-01`), -1);
  return { fromOn: asDay(`${period}-01`), toOn: last < today ? last : today };
}

/**
 * Returns the months from the current one back to that of the first entry, newest first; at most
 * twelve.
 */
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

/** Formats a month with its name, for example 'November 2026'. */
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
