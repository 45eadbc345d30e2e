import type { Day } from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';

const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', fil: 'fil-PH', vi: 'vi', zh: 'zh' };
// Formats are cached and called with milliseconds, because it is many times slower to create a
// format or to pass it a Temporal.PlainDate.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(locale: Locale, day: Temporal.PlainDate, shape: 'date' | 'weekday'): string {
  const key = `${locale} ${shape}`;
  const options =
    shape === 'date'
      ? ({ day: 'numeric', month: 'short', year: 'numeric' } as const)
      : ({ weekday: 'long' } as const);
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(tags[locale], { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(Date.UTC(day.year, day.month - 1, day.day));
}

/**
 * Formats a day for messages and documents: '27 Nov 2026', 'Nob 27, 2026', '27/11/2026',
 * '2026年11月27日'.
 */
export function plainDay(locale: Locale, day: Temporal.PlainDate): string {
  // Vietnamese dates are numeric, because the short month names in the locale data are hardly ever
  // used in Vietnamese.
  if (locale === 'vi') return `${day.day}/${day.month}/${day.year}`;
  // With the Chinese locale data, dates would be numbers with slashes.
  if (locale === 'zh') return `${day.year}年${day.month}月${day.day}日`;
  return formatted(locale, day, 'date');
}

/** Formats an instant in Manila for an SMS: '27 Nov 2026, 14:05'. */
export function plainMoment(locale: Locale, at: Temporal.Instant): string {
  const moment = at.toZonedDateTimeISO('Asia/Manila');
  return `${plainDay(locale, moment.toPlainDate())}, ${moment.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

/**
 * Formats a day for a screen, with no-break spaces or, in Chinese, word joiners, so that it stays
 * on one line. Do not use the result in an SMS, whose length these characters would double.
 */
export function writtenDay(locale: Locale, day: Temporal.PlainDate): string {
  const plain = plainDay(locale, day);
  return locale === 'zh'
    ? plain.replace(/[年月](?=\d)|\d(?=[年月日])/g, '$&\u2060')
    : plain.replaceAll(' ', '\u00a0');
}

/**
 * Formats a day with its weekday for documents: 'Saturday, 28 Nov 2026', 'Sabado, Nob 28, 2026',
 * 'Thứ Bảy, 28/11/2026', '2026年11月28日（星期六）'.
 */
export function namedDay(locale: Locale, day: Day): string {
  const plain = Temporal.PlainDate.from(day);
  const weekday = formatted(locale, plain, 'weekday');
  return locale === 'zh'
    ? `${plainDay(locale, plain)}（${weekday}）`
    : `${weekday}, ${plainDay(locale, plain)}`;
}
