/** Whether 'YYYY-MM-DD' is a day of the calendar: '1994-02-31' is none. */
export function isRealDay(day: string): boolean {
  const [, year = 0, month = 0, date = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).map(Number);
  if (month < 1 || month > 12 || date < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year >= 1000 && date <= last;
}
