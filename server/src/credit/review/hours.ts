// When a review is due: after a short wait within service hours, otherwise at 08:00 (spec §9).
import { reviewHours } from '@sandali/contract/constants.ts';
import { manila } from '#/platform/days.ts';

/** Returns the instant itself if it is within service hours, otherwise the next 08:00 in Manila. */
export function openFrom(at: Temporal.Instant): Temporal.Instant {
  const here = at.toZonedDateTimeISO(manila);
  // Service hours end at midnight, so only the early morning is outside them.
  if (here.hour >= reviewHours.from) return at;
  return here
    .toPlainDate()
    .toZonedDateTime({ timeZone: manila, plainTime: { hour: reviewHours.from } })
    .toInstant();
}

/**
 * Returns when a review starts and by when its decision is promised. Waits are in ms of business
 * time. If the wait ends outside service hours, both are the next 08:00.
 */
export function reviewTimes(
  submittedAt: Temporal.Instant,
  of: { waitMs: number; promiseMs: number },
): { from: Temporal.Instant; by: Temporal.Instant } {
  const opens = openFrom(submittedAt);
  const wished =
    opens.epochNanoseconds > submittedAt.epochNanoseconds
      ? opens
      : submittedAt.add({ milliseconds: of.waitMs });
  const from = openFrom(wished);
  if (isOpening(from)) return { from, by: from };
  const promised = submittedAt.add({ milliseconds: of.promiseMs });
  return { from, by: Temporal.Instant.compare(promised, from) < 0 ? from : promised };
}

/** Whether an application's review starts only when reviews next open in the morning. */
export function waitsForMorning(reviewFrom: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, reviewFrom) < 0 && isOpening(reviewFrom);
}

function isOpening(at: Temporal.Instant): boolean {
  return at.toZonedDateTimeISO(manila).toPlainTime().equals({ hour: reviewHours.from });
}
