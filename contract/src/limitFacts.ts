// How the limit may grow, as /user/multi shows it. The call that raises it is separate (limit.ts),
// because the home screen loads it only on a tap.
import * as v from 'valibot';
import { zDay, zInstant } from './day.ts';
import { zCentavos } from './money.ts';

/** The state of the newest request; a request granted at once is never `requested`. */
const limitRequestStates = ['none', 'requested', 'granted', 'declined'] as const;
export const zLimitRequestState = v.picklist(limitRequestStates);
export type LimitRequestState = v.InferOutput<typeof zLimitRequestState>;

/**
 * Groups of reasons for declining, which tell the borrower what to do. Notes of staff stay
 * internal.
 */
export const limitReasonGroups = ['income', 'history', 'information', 'other'] as const;
const zLimitReasonGroup = v.picklist(limitReasonGroups);

/** Reasons why no request is possible now, in order of checking; also refusals of the call. */
const limitObstacles = [
  'quotaOverdue',
  'quotaRequestOpen',
  'quotaAtMaximum',
  'quotaUnaffordable',
  'quotaTooSoon',
  'quotaTooFewLoans',
] as const;
export type LimitObstacle = (typeof limitObstacles)[number];

/**
 * The effect of a repaid loan on the limit: its step was taken or is earned; a later overdue bill
 * cancelled it; the loan was repaid late, or before half of its term.
 */
const loanCounts = ['taken', 'earned', 'cancelled', 'late', 'tooShort'] as const;
export type LoanCounts = (typeof loanCounts)[number];

export const zLimitGrowth = v.object({
  /** The earned limit, granted after one tap and never automatically; null if none. */
  offerCentavos: v.nullable(zCentavos),
  /**
   * The earned limit that becomes available on a later day, as a limit grows by steps; null if
   * none.
   */
  nextStep: v.nullable(v.object({ toCentavos: zCentavos, on: zDay })),
  /** Limits are requested in these steps, above the current one and up to the maximum. */
  stepCentavos: zCentavos,
  /** The highest limit of the product, or the highest that the income allows. */
  maximumCentavos: zCentavos,
  /** Why nothing above the offer can be requested now; else null. */
  obstacle: v.nullable(v.picklist(limitObstacles)),
  /** The last repaid loans, at most six, the oldest first. */
  loans: v.array(v.object({ settledOn: zDay, counts: v.picklist(loanCounts) })),
  /** Loans to repay on time before a larger request becomes possible. */
  loansToGo: v.number(),
  state: zLimitRequestState,
  wantedCentavos: v.nullable(zCentavos),
  decidedAt: v.nullable(zInstant),
  reasonGroup: v.nullable(zLimitReasonGroup),
  /** The first day on which another request is possible. */
  askAgainOn: v.nullable(zDay),
  /** The deadline for deciding an open request. */
  answerOn: v.nullable(zDay),
});
export type LimitGrowth = v.InferOutput<typeof zLimitGrowth>;
