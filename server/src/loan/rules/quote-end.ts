// Computes when quotes expire, in business time (ms since 1970).
import { endOfDayMs, manilaDay, minuteMs } from '@sandali/contract/day.ts';

const quoteMinutes = 10;

/**
 * Returns the last millisecond at which a quote is valid: after 10 minutes, or earlier if Manila
 * midnight or the end of its promised arrival comes first.
 */
export function quoteEndsAtMs(nowMs: number, arrivalHoldsUntilMs: number): number {
  return Math.min(
    nowMs + quoteMinutes * minuteMs,
    endOfDayMs(manilaDay(nowMs)),
    arrivalHoldsUntilMs,
  );
}
