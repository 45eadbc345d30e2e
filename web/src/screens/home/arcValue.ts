// The sun's position on the arc, 0 to 1. It is decorative: every figure beside it comes from the
// server.
import { type Instant, instantMs } from '@sandali/contract/day.ts';
import type { LoanState } from '@sandali/contract/loan.ts';

/** Returns `part / whole`, clamped to 0…1; 0 unless `whole` is positive. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}

/**
 * Returns the progress of a review from submission to decision, 0 to 1. It starts above 0, and
 * stays below 1 before the decision.
 */
export function reviewShare(
  submittedAt: Instant | null,
  answerBy: Instant | null,
  now: Instant,
): number {
  if (!submittedAt || !answerBy) return 0.45;
  const begun = instantMs(submittedAt);
  return 0.1 + 0.8 * shareOf(instantMs(now) - begun, instantMs(answerBy) - begun);
}

/** Returns the minutes until an instant, rounded up; 0 after it. */
export function minutesUntil(at: Instant, now: Instant): number {
  return Math.max(0, Math.ceil((instantMs(at) - instantMs(now)) / 60_000));
}

const ofLoan: Partial<Record<LoanState, number>> = {
  submitting: 0.2,
  approving: 0.4,
  paying: 0.7,
  bankProcessing: 0.85,
};

/** Returns a payout's progress, 0 to 1. */
export function payoutShare(state: LoanState): number {
  return ofLoan[state] ?? 0;
}

const longestTermDays = 15;

/** The sun's position before a due date, 0 to 1; the nearer the date, the nearer the horizon. */
export function dueShare(daysToDue: number): number {
  return 1 - shareOf(daysToDue, longestTermDays + 1);
}
