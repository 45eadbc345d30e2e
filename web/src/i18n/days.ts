// Days and times in words. Days are days of the Manila calendar and instants are shown in Manila
// time; both come from the server.
import {
  type Day,
  type Instant,
  instantMs,
  manilaAheadMs,
  manilaDay,
} from '@sandali/contract/day.ts';
import type { Locale } from '@sandali/contract/locale.ts';

/** Formats and written days, which cost more than all else that is said with them. */
const kept = new Map<string, unknown>();

type DayShape = {
  /** "Sat, 28 Nov" instead of "28 Nov". */
  weekday?: boolean;
  /** "28 Nov 2026": for days that are far away. */
  year?: boolean;
};

/**
 * Where no line breaks: '28 Nov 2026' stays in one piece; and the same without a space, for
 * Chinese.
 */
const held = '\u00a0';
const joined = '\u2060';
/** How each language writes a day: its parts, and the day with its weekday. */
const shapes: Record<
  Locale,
  {
    date(of: DayParts, hasYear: boolean): string;
    named(date: string, weekday: string): string;
    joint: string;
  }
> = {
  en: { date: western, named: (date, weekday) => `${weekday},${held}${date}`, joint: ', ' },
  fil: { date: western, named: (date, weekday) => `${weekday},${held}${date}`, joint: ', ' },
  vi: {
    date: ({ day, monthNumber, year }, hasYear) =>
      `${day}/${monthNumber}${hasYear ? `/${year}` : ''}`,
    named: (date, weekday) => `${weekday.replace(/^Thứ /, 'T')},${held}${date}`,
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
  return `${day}${held}${month}${hasYear ? `${held}${year}` : ''}`;
}

/** A day in the language's words: 'Sat, 28 Nov', 'T7, 28/11', '11月28日（周六）'. */
export function formatDay(
  day: Day,
  locale: Locale,
  { weekday = false, year = false }: DayShape = {},
): string {
  return keep(`${locale} ${day} ${weekday} ${year}`, () => {
    const parts = formatOf(locale).formatToParts(Date.parse(`${day}T00:00:00Z`));
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      parts.find((one) => one.type === type)?.value ?? '';
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

/** Words in a row, as the language separates them. */
export function listed(words: readonly string[], locale: Locale): string {
  return words.join(locale === 'zh' ? '、' : ', ');
}

/**
 * A day by its distance from today, within a sentence; -1 for yesterday: 'tomorrow', 'in 3 days',
 * '2 days ago'.
 */
export function relativeDay(daysFromToday: number, locale: Locale): string {
  // Beyond tomorrow numbers are clearer: "ngày kia" is also "some other day".
  const numeric = Math.abs(daysFromToday) < 2 ? 'auto' : 'always';
  const format = keep(
    `${locale} relative ${numeric}`,
    () => new Intl.RelativeTimeFormat(locale, { numeric }),
  );
  return format.format(daysFromToday, 'day').toLocaleLowerCase(locale).replaceAll(' ', held);
}

/** The Manila time of an instant: '09:05'. */
export function formatTime(at: Instant): string {
  return new Date(instantMs(at) + manilaAheadMs).toISOString().slice(11, 16);
}

/**
 * A moment as short as it can be: the time where it falls on `today`, else the day with its weekday
 * before it: 'Sun, 29 Nov, 08:00'.
 */
export function formatMoment(at: Instant, today: Day | null, locale: Locale): string {
  const day = manilaDay(at);
  return day === today
    ? formatTime(at)
    : `${formatDay(day, locale, { weekday: true })}${shapes[locale].joint}${formatTime(at)}`;
}

function formatOf(locale: Locale): Intl.DateTimeFormat {
  // The short month is formatted separately, so that every language gives a word and not a number.
  const shape = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  } as const;
  return keep(locale, () => new Intl.DateTimeFormat(locale, shape));
}

/** What was made under this key before, or is made now. Each key is used for one kind of thing. */
function keep<T>(key: string, make: () => T): T {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}
