// Formats days and times in words. Days are Manila days and times are Manila time; both come from
// the server.
import {
  type Day,
  type Instant,
  instantMs,
  manilaAheadMs,
  manilaDay,
} from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';

/** Cache of formats and formatted days, which are expensive to create. */
const cache = new Map<string, unknown>();

type DayShape = {
  /** Shows "Sat, 28 Nov" instead of "28 Nov". */
  weekday?: boolean;
  /** "28 Nov 2026", for distant days. */
  year?: boolean;
};

/** The no-break space keeps '28 Nov 2026' on one line; the word joiner does so in Chinese. */
const noBreak = '\u00a0';
const joined = '\u2060';
/**
 * How each language formats a day: the date, the date with its weekday, the separator before a
 * time.
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

/** Formats a day in the language's words: 'Sat, 28 Nov', 'T7, 28/11', '11月28日（周六）'. */
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

/**
 * Formats a day by its distance from today, for use in a sentence: -1 is 'yesterday', 3 'in 3
 * days'.
 */
export function relativeDay(daysFromToday: number, locale: Locale): string {
  // Beyond tomorrow, numbers are clearer: "ngày kia" also means "some other day".
  const numeric = Math.abs(daysFromToday) < 2 ? 'auto' : 'always';
  const format = keep(
    `${locale} relative ${numeric}`,
    () => new Intl.RelativeTimeFormat(locale, { numeric }),
  );
  return format.format(daysFromToday, 'day').toLocaleLowerCase(locale).replaceAll(' ', noBreak);
}

/** Formats the Manila time of an instant: '09:05'. */
export function formatTime(at: Instant): string {
  return new Date(instantMs(at) + manilaAheadMs).toISOString().slice(11, 16);
}

/**
 * Formats a moment as briefly as possible: only the time on `today`, otherwise with weekday and
 * day: 'Sun, 29 Nov, 08:00'.
 */
export function formatMoment(at: Instant, today: Day | null, locale: Locale): string {
  const day = manilaDay(at);
  return day === today
    ? formatTime(at)
    : `${formatDay(day, locale, { weekday: true })}${shapes[locale].joint}${formatTime(at)}`;
}

function formatOf(locale: Locale): Intl.DateTimeFormat {
  // Formatting the short month separately yields a word, not a number, in every language.
  const shape = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  } as const;
  return keep(locale, () => new Intl.DateTimeFormat(locale, shape));
}

/** Returns the cached value for the key, or creates it. Each key has one type of value. */
function keep<T>(key: string, make: () => T): T {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key) as T;
}
