// Opening hours of pickup counters, and the lending day. The lending day begins at 10:00 in Manila,
// when a new budget becomes available.

import { addDays, hourMs, manilaDay, startOfDayMs } from '@sandali/contract/day.ts';
import { manila } from '#/platform/days.ts';

/**
 * The opening and closing times on a Manila day, such as 09:00 and 18:00; null if the counter is
 * always open.
 */
type Hours = { readonly opensAt: string; readonly closesAt: string } | null;

/**
 * Returns the counter's next opening time; null while it is open. At its closing time, the counter
 * is closed.
 */
export function opensNext(hours: Hours, now: Temporal.Instant): Temporal.Instant | null {
  if (!hours) return null;
  const here = now.toZonedDateTimeISO(manila);
  const opens = here.withPlainTime(hours.opensAt);
  const closes = here.withPlainTime(hours.closesAt);
  if (Temporal.ZonedDateTime.compare(here, opens) < 0) return opens.toInstant();
  return Temporal.ZonedDateTime.compare(here, closes) < 0
    ? null
    : opens.add({ days: 1 }).toInstant();
}

const opensAtHour = 10;

/** Returns whether today's lending day has yet to begin: true from midnight to 10:00 in Manila. */
export function opensLaterToday(nowMs: number): boolean {
  return nowMs < startOfDayMs(manilaDay(nowMs)) + opensAtHour * hourMs;
}

/** Returns the start of the lending day that contains `nowMs`, in ms since 1970. */
export function lendingDayStartMs(nowMs: number): number {
  const today = manilaDay(nowMs);
  return startOfDayMs(opensLaterToday(nowMs) ? addDays(today, -1) : today) + opensAtHour * hourMs;
}
