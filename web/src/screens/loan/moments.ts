// Converts a loan's payout to the moments of a timeline.
import type { DataOf } from '@sandali/contract/call.ts';
import type { Instant } from '@sandali/contract/day.ts';
import type { LoanState, loanDetail } from '@sandali/contract/loan.ts';

export type LoanFacts = DataOf<typeof loanDetail>;
export type MomentId =
  | 'signed'
  | 'approval'
  | 'handover'
  | 'transfer'
  | 'arrival'
  | 'repay'
  | 'failed'
  | 'cancelled'
  | 'reversed';
export type LoanMoment = {
  id: MomentId;
  state: 'done' | 'now' | 'next' | 'late';
  at: Instant | null;
};

const transitSteps = ['submitting', 'approving', 'paying', 'bankProcessing', 'success'] as const;
type TransitStep = (typeof transitSteps)[number];
const ends = ['failed', 'cancelled', 'reversed'] as const;

/** Whether the money is still in transit, in which case the screen polls. */
export function isInTransit(state: LoanState): boolean {
  return state !== 'success' && transitSteps.some((step) => step === state);
}

/**
 * Returns the past steps with their times, the current step and the next steps. After a failure,
 * returns only the past steps and the failure.
 */
export function momentsOf({
  state,
  steps,
  arrivedAt,
  pickup,
}: Pick<LoanFacts, 'state' | 'steps' | 'arrivedAt' | 'pickup'>): LoanMoment[] {
  const begunAt = (of: LoanState) => steps.find((step) => step.state === of)?.at ?? null;
  const reached = Math.max(
    0,
    ...steps.map((step) => transitSteps.indexOf(step.state as TransitStep)),
    transitSteps.indexOf(state as TransitStep),
  );
  const isReady = pickup !== null && state === 'bankProcessing';
  const step = (id: MomentId, from: TransitStep, until: TransitStep): LoanMoment => {
    if (reached >= transitSteps.indexOf(until)) return { id, state: 'done', at: begunAt(until) };
    return { id, state: reached >= transitSteps.indexOf(from) ? 'now' : 'next', at: null };
  };
  const moments: LoanMoment[] = [
    { id: 'signed', state: 'done', at: begunAt('submitting') },
    step('approval', 'submitting', 'paying'),
    step('handover', 'paying', 'bankProcessing'),
    isReady
      ? { id: 'transfer', state: 'done', at: null }
      : step('transfer', 'bankProcessing', 'success'),
    isReady
      ? { id: 'arrival', state: 'now', at: null }
      : {
          id: 'arrival',
          state: reached === transitSteps.indexOf('success') ? 'done' : 'next',
          at: arrivedAt ?? begunAt('success'),
        },
    { id: 'repay', state: 'next', at: null },
  ];
  const end = ends.find((endState) => endState === state);
  // A gateway that does not report collections marks the loan paid when the cash is ready, so
  // transfer and arrival are a single step.
  if (pickup !== null && state === 'success') return moments.filter(({ id }) => id !== 'transfer');
  return end
    ? [
        ...moments.filter((moment) => moment.state === 'done'),
        { id: end, state: 'late', at: begunAt(end) },
      ]
    : moments;
}
