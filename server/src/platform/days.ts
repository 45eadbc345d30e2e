// Converts instants to business days, and both to their wire formats. Nothing here reads a clock.

import { type Day, type Instant, manilaAheadMs } from '@sandali/contract/day.ts';
import * as v from 'valibot';

export const manila = 'Asia/Manila';

/**
 * Returns the Manila calendar day of an instant in 1991 or later. Computes it from a fixed offset,
 * because the zone lookup is ten times slower and every call needs several days.
 */
export function manilaDayOf(at: Temporal.Instant): Temporal.PlainDate {
  const local = new Date(at.epochMilliseconds + manilaAheadMs);
  return new Temporal.PlainDate(
    local.getUTCFullYear(),
    local.getUTCMonth() + 1,
    local.getUTCDate(),
  );
}

/** Returns Manila time to the minute, as shown to staff: '2026-11-20 10:00'. */
export function manilaMinute(at: Temporal.Instant): string {
  return at
    .toZonedDateTimeISO(manila)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');
}

/** Returns an instant in wire format: ISO 8601 in milliseconds, with Z. */
export function wireInstant(at: Temporal.Instant): Instant {
  return at.toString({ smallestUnit: 'millisecond' }) as Instant;
}

/** Business time and wall time of one moment. */
export type Moment = { now: Temporal.Instant; wall: Temporal.Instant };

/**
 * Converts a wall time (of a session, lease or rate limit) to business time for display, at the
 * same distance from now. The two times differ only in the sandbox.
 */
export function shownAt(at: Temporal.Instant, { now, wall }: Moment): Temporal.Instant {
  return at.add(wall.until(now));
}

/** Returns the business day on which daily rate limits reset; they count wall-clock days. */
export function nextRateLimitDay(moment: Moment): Temporal.PlainDate {
  const midnight = manilaDayOf(moment.wall).add({ days: 1 }).toZonedDateTime(manila).toInstant();
  return manilaDayOf(shownAt(midnight, moment));
}

/** Returns a day in wire format: 'YYYY-MM-DD'. */
export function wireDay(day: Temporal.PlainDate): Day {
  return day.toString() as Day;
}

/** Returns the Manila day of an instant, in wire format. */
export function todayOf(now: Temporal.Instant): Day {
  return wireDay(manilaDayOf(now));
}

/** Parses an instant that comes from outside: any offset, at most forty characters. */
export const zInstant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return Temporal.Instant.from(dataset.value);
    } catch {
      addIssue({ message: 'must be an instant, as 2026-11-20T14:05:00+08:00' });
      return NEVER;
    }
  }),
);

/** Caps a gateway's time at `now`, because a gateway's clock may be ahead of ours. */
export function noLaterThan(at: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(at, now) > 0 ? now : at;
}
