/**
 * Why a typed date does not exist: a part is missing or impossible, or the month has fewer days.
 */
export type DayProblem = { part: 'day' | 'month' | 'year' } | { lastDay: number };

/**
 * Returns what is wrong with a `DateField` value ('1994-02-31', or '1994-2-' without a day); null
 * if the date exists.
 */
export function problemOfDay(typed: string): DayProblem | null {
  const [year = '', month = '', day = ''] = typed.split('-');
  if (!Number(day)) return { part: 'day' };
  if (!Number(month) || Number(month) > 12) return { part: 'month' };
  if (year.length !== 4 || Number(year) < 1000) return { part: 'year' };
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) > lastDay ? { lastDay } : null;
}
