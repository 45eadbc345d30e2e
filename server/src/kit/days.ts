// Business days from instants, and both as they leave the server. Pure: nothing here asks what time it is.
import type { Day, Instant } from '@sandali/contract/day.ts';

export const manila = 'Asia/Manila';

/** The Manila calendar day of an instant. */
export function manilaDayOf(at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(manila).toPlainDate();
}

/** An instant as it leaves the server: ISO 8601 in milliseconds, with Z. */
export function wireInstant(at: Temporal.Instant): Instant {
  return at.toString({ smallestUnit: 'millisecond' }) as Instant;
}

/** A day as it leaves the server: 'YYYY-MM-DD'. */
export function wireDay(day: Temporal.PlainDate): Day {
  return day.toString() as Day;
}
