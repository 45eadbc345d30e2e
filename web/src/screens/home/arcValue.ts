// The position of the sun on the arc, 0 to 1. Only a drawing: every figure beside it comes from the
// server.
import { type Instant, instantMs } from '@sandali/contract/day.ts';
import type { LoanState } from '@sandali/contract/loan.ts';

/** How much of a whole, within 0 and 1. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
}

/**
 * The way from sending to the answer: it begins a little after dawn and never arrives before the
 * answer does.
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

/** How long until an instant in whole minutes, rounded up; 0 when it is past. */
export function minutesUntil(at: Instant, now: Instant): number {
  return Math.max(0, Math.ceil((instantMs(at) - instantMs(now)) / 60_000));
}

const ofLoan: Partial<Record<LoanState, number>> = {
  submitting: 0.2,
  approving: 0.4,
  paying: 0.7,
  bankProcessing: 0.85,
};

/** How far a payout is. */
export function payoutShare(state: LoanState): number {
  return ofLoan[state] ?? 0;
}

const longestTermDays = 15;

/** The nearer the due date, the nearer the horizon. */
export function dueShare(daysToDue: number): number {
  return 1 - shareOf(daysToDue, longestTermDays + 1);
}
