import type { Locale } from '@sandali/contract/locale.ts';

const tags: Readonly<Record<Exclude<Locale, 'vi'>, string>> = { en: 'en-GB', fil: 'fil-PH', zh: 'zh-CN' };

/** A day as messages and documents write it: '27 Nov 2026', 'Nob 27, 2026', '27/11/2026', '2026年11月27日'. */
export function writtenDay(locale: Locale, day: Temporal.PlainDate): string {
  // Vietnamese writes its dates in figures; the short month of its locale data is hardly used.
  if (locale === 'vi') return `${day.day}/${day.month}/${day.year}`;
  return day.toLocaleString(tags[locale], { day: 'numeric', month: 'short', year: 'numeric' });
}
