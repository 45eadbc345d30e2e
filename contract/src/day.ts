// Days and instants without Temporal, which older phones lack. Manila is UTC+8 all year. Dates of
// birth are days, never instants.
import * as v from 'valibot';

/** Durations in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Philippine time is UTC+8 all year (RA 10535), without daylight saving time since 1990. */
export const manilaAheadMs = 8 * hourMs;
const dayText = /^\d{4}-\d{2}-\d{2}$/;
const instantText = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;

/** A day that exists in the calendar, 'YYYY-MM-DD'. */
export const zDay = v.pipe(
  v.string(),
  v.regex(dayText),
  v.check(isRealDay, 'no day of the calendar'),
  v.brand('Day'),
);
export type Day = v.InferOutput<typeof zDay>;

/** A date of birth. A day before 1900 is a typing error, which the form reports at once. */
export const zBirthday = v.pipe(
  zDay,
  v.check((day) => day >= '1900-01-01', 'too long ago'),
);

/** An instant in UTC, ISO 8601 with Z and up to nine decimals: '2026-04-01T02:00:00Z'. */
export const zInstant = v.pipe(
  v.string(),
  v.regex(instantText),
  v.check((text) => isRealDay(text.slice(0, 10)), 'no day of the calendar'),
  v.brand('Instant'),
);
export type Instant = v.InferOutput<typeof zInstant>;

/** Parses 'YYYY-MM-DD'. @throws RangeError unless the calendar has that day. */
export function asDay(text: string): Day {
  if (!dayText.test(text) || !isRealDay(text))
    throw new RangeError(`no day of the calendar: ${text}`);
  return text as Day;
}

/** Returns an instant as milliseconds since 1970, rounded down. */
export function instantMs(instant: Instant): number {
  return Date.parse(instant.replace(/(\.\d{3})\d+Z$/, '$1Z'));
}

/** Converts milliseconds since 1970 to an instant: '2026-04-01T02:00:00.000Z'. */
export function instantOf(epochMs: number): Instant {
  return new Date(epochMs).toISOString() as Instant;
}

/** Returns the Manila day of an instant (or of milliseconds since 1970). */
export function manilaDay(at: Instant | number): Day {
  return dayOfNumber(
    Math.floor(((typeof at === 'number' ? at : instantMs(at)) + manilaAheadMs) / dayMs),
  );
}

/** Returns the first millisecond of a Manila day, in milliseconds since 1970. */
export function startOfDayMs(day: Day): number {
  return dayNumber(day) * dayMs - manilaAheadMs;
}

/** Returns the last millisecond of a Manila day, 23:59:59.999, in milliseconds since 1970. */
export function endOfDayMs(day: Day): number {
  return startOfDayMs(day) + dayMs - 1;
}

/** Returns the day n days later; a negative n counts backwards. */
export function addDays(day: Day, n: number): Day {
  return dayOfNumber(dayNumber(day) + n);
}

/** Returns how many days `to` is after `from`; negative if it is before. */
export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from);
}

/** Compares for sorting: negative, 0 or positive if `a` is before, equal to or after `b`. */
export function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function laterDay(a: Day, b: Day): Day {
  return a > b ? a : b;
}

export function earlierDay(a: Day, b: Day): Day {
  return a < b ? a : b;
}

/** Returns 1 for Monday to 7 for Sunday, as ISO 8601 counts. */
export function weekday(day: Day): number {
  // 1970-01-01 was a Thursday, the fourth day.
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;
}

export type Holidays = ReadonlySet<Day>;

/** Whether the day is Monday to Friday and not a holiday. */
export function isWorkingDay(day: Day, holidays: Holidays): boolean {
  return weekday(day) <= 5 && !holidays.has(day);
}

/** Returns the day itself if it is a working day, else the next working day. */
export function nextWorkingDayFrom(day: Day, holidays: Holidays): Day {
  let candidate = day;
  while (!isWorkingDay(candidate, holidays)) candidate = addDays(candidate, 1);
  return candidate;
}

/** Returns the nth working day after the day; the day itself for n = 0. */
export function addWorkingDays(day: Day, n: number, holidays: Holidays): Day {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError('working days are counted forwards');
  let current = day;
  for (let counted = 0; counted < n; counted += 1)
    current = nextWorkingDayFrom(addDays(current, 1), holidays);
  return current;
}

function dayNumber(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / dayMs;
}

function dayOfNumber(number: number): Day {
  return new Date(number * dayMs).toISOString().slice(0, 10) as Day;
}

/**
 * JavaScript parses 30 February as a day in March. Only a real day is formatted back to the same
 * text.
 */
function isRealDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}
