// Business days from instants, and both as they leave the server. Pure: nothing here asks what time
// it is.

import { type Day, type Instant, manilaAheadMs } from '@sandali/contract/day.ts';
import * as v from 'valibot';

export const manila = 'Asia/Manila';

/**
 * The Manila calendar day of an instant of 1991 or later: counted here, because asking for the zone
 * takes ten times as long and every call asks often.
 */
export function manilaDayOf(at: Temporal.Instant): Temporal.PlainDate {
  const there = new Date(at.epochMilliseconds + manilaAheadMs);
  return new Temporal.PlainDate(
    there.getUTCFullYear(),
    there.getUTCMonth() + 1,
    there.getUTCDate(),
  );
}

/** A minute of Manila as staff reads it: '2026-11-20 10:00'. */
export function manilaMinute(at: Temporal.Instant): string {
  return at
    .toZonedDateTimeISO(manila)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');
}

/** An instant as it leaves the server: ISO 8601 in milliseconds, with Z. */
export function wireInstant(at: Temporal.Instant): Instant {
  return at.toString({ smallestUnit: 'millisecond' }) as Instant;
}

/** The two times of one moment. */
export type Moment = { now: Temporal.Instant; wall: Temporal.Instant };

/**
 * A time that is counted in real time (a session's, a lease's, a rate limit's), as people are shown
 * it: in business time, as far from now as it is. The two differ in the sandbox alone.
 */
export function shownAt(at: Temporal.Instant, { now, wall }: Moment): Temporal.Instant {
  return at.add(wall.until(now));
}

/** The business day on which a rate limit of a day of real time begins anew. */
export function nextRateLimitDay(moment: Moment): Temporal.PlainDate {
  const midnight = manilaDayOf(moment.wall).add({ days: 1 }).toZonedDateTime(manila).toInstant();
  return manilaDayOf(shownAt(midnight, moment));
}

/** A day as it leaves the server: 'YYYY-MM-DD'. */
export function wireDay(day: Temporal.PlainDate): Day {
  return day.toString() as Day;
}

/** The Manila day of a moment, as it leaves the server. */
export function todayOf(now: Temporal.Instant): Day {
  return wireDay(manilaDayOf(now));
}

/** An instant as its text, from outside: any offset, and nothing longer than forty characters. */
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
