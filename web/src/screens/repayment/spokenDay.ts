// Dates as a screen reader speaks them.
import type { Day } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';

/** Formats a date in full: "Tuesday, 1 December"; "12月1日 星期二". */
export function spokenDay(day: Day, locale: Locale): string {
  const shape = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const parts = new Intl.DateTimeFormat(locale, shape).formatToParts(
    Date.parse(`${day}T00:00:00Z`),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? '';
  return locale === 'zh'
    ? `${Number(day.slice(5, 7))}月${part('day')}日 ${part('weekday')}`
    : `${part('weekday')}, ${part('day')} ${part('month')}`;
}
