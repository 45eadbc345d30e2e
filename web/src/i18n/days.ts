// Formats dates and times in the borrower's language. Both are in Manila time, and come from the
// server.
import {
  type Day,
  type Instant,
  instantMs,
  manilaAheadMs,
  manilaDay,
} from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';

/** Caches formatters and formatted dates, which are slow to create. */
const cache = new Map<string, unknown>();

type DayShape = {
  /** Shows the weekday: "Sat, 28 Nov" instead of "28 Nov". */
  weekday?: boolean;
  /** Shows the year, for distant dates: "28 Nov 2026" instead of "28 Nov". */
  year?: boolean;
};

/** The no-break space keeps '28 Nov 2026' on one line; in Chinese dates, the word joiner does. */
const noBreak = '\u00a0';
const joined = '\u2060';
/**
 * The date formats of each language: the date, the date with its weekday, and the separator before
 * a time.
 */
const shapes: Record<
  Locale,
  {
    date(of: DayParts, hasYear: boolean): string;
    named(date: string, weekday: string): string;
    joint: string;
  }
> = {
  en: { date: western, named: (date, weekday) => `${weekday},${noBreak}${date}`, joint: ', ' },
  fil: { date: western, named: (date, weekday) => `${weekday},${noBreak}${date}`, joint: ', ' },
  vi: {
    date: ({ day, monthNumber, year }, hasYear) =>
      `${day}/${monthNumber}${hasYear ? `/${year}` : ''}`,
    named: (date, weekday) => `${weekday.replace(/^Thứ /, 'T')},${noBreak}${date}`,
    joint: ', ',
  },
  zh: {
    date: ({ day, monthNumber, year }, hasYear) =>
      [...(hasYear ? [year, '年'] : []), monthNumber, '月', day, '日'].join(joined),
    named: (date, weekday) => [`${date}（`, ...weekday, '）'].join(joined),
    joint: ' ',
  },
};
type DayParts = { day: string; month: string; monthNumber: number; year: string };

function western({ day, month, year }: DayParts, hasYear: boolean): string {
  return `${day}${noBreak}${month}${hasYear ? `${noBreak}${year}` : ''}`;
}

/** Formats a date in the given language: 'Sat, 28 Nov', 'T7, 28/11', '11月28日（周六）'. */
export function formatDay(
  day: Day,
  locale: Locale,
  { weekday = false, year = false }: DayShape = {},
): string {
  return keep(`${locale} ${day} ${weekday} ${year}`, () => {
    const parts = formatOf(locale).formatToParts(Date.parse(`${day}T00:00:00Z`));
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      parts.find((candidate) => candidate.type === type)?.value ?? '';
    const { date, named } = shapes[locale];
    const written = date(
      {
        day: part('day'),
        month: part('month'),
        monthNumber: Number(day.slice(5, 7)),
        year: part('year'),
      },
      year,
    );
    return weekday ? named(written, part('weekday')) : written;
  });
}

/** Joins words with the language's list separator. */
export function listed(words: readonly string[], locale: Locale): string {
  return words.join(locale === 'zh' ? '、' : ', ');
}

/** Formats a date relative to today, for use in a sentence: -1 is 'yesterday', 3 is 'in 3 days'. */
export function relativeDay(daysFromToday: number, locale: Locale): string {
  // For other days, numbers are clearer: "ngày kia" can also mean "some other day".
  const numeric = Math.abs(daysFromToday) < 2 ? 'auto' : 'always';
  const format = keep(
    `${locale} relative ${numeric}`,
    () => new Intl.RelativeTimeFormat(locale, { numeric }),
  );
  return format.format(daysFromToday, 'day').toLocaleLowerCase(locale).replaceAll(' ', noBreak);
}

/** Formats an instant as Manila time: '09:05'. */
export function formatTime(at: Instant): string {
  return new Date(instantMs(at) + manilaAheadMs).toISOString().slice(11, 16);
}

/**
 * Formats an instant as briefly as possible: only the time if it is on `today`, otherwise also
 * weekday and date ('Sun, 29 Nov, 08:00').
 */
export function formatMoment(at: Instant, today: Day | null, locale: Locale): string {
  const day = manilaDay(at);
  return day === today
    ? formatTime(at)
    : `${formatDay(day, locale, { weekday: true })}${shapes[locale].joint}${formatTime(at)}`;
}

function formatOf(locale: Locale): Intl.DateTimeFormat {
  // Formatted by itself, the short month is a word in every language, never a number.
  const shape = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  } as const;
  return keep(locale, () => new Intl.DateTimeFormat(locale, shape));
}

/**
 * Returns the cached value for the key, or creates it. A key must always have the same type of
 * value.
 */
function keep<T>(key: string, make: () => T): T {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key) as T;
}
