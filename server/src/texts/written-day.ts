import type { Locale } from '@sandali/contract/locale.ts';

const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', fil: 'fil-PH' };

/** A day as messages and documents write it: '27 Nov 2026', and 'Nob 27, 2026' in Filipino. */
export function writtenDay(locale: Locale, day: Temporal.PlainDate): string {
  return day.toLocaleString(tags[locale], { day: 'numeric', month: 'short', year: 'numeric' });
}
