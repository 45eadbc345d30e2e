/**
 * Why what was typed is no day: a part of it is missing or cannot be, or its month has only so many
 * days.
 */
export type DayProblem = { part: 'day' | 'month' | 'year' } | { lastDay: number };

/**
 * What is wrong with a day as `DateField` gives it ('1994-02-31', '1994-2-' where the day is
 * missing); null for a day of the calendar.
 */
export function problemOfDay(typed: string): DayProblem | null {
  const [year = '', month = '', day = ''] = typed.split('-');
  if (!Number(day)) return { part: 'day' };
  if (!Number(month) || Number(month) > 12) return { part: 'month' };
  if (year.length !== 4 || Number(year) < 1000) return { part: 'year' };
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) > lastDay ? { lastDay } : null;
}
