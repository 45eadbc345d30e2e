// How the limit may grow, as /user/multi shows it. The call that raises the limit is separate
// (limit.ts), because the home screen needs that call only after a tap.
import * as v from 'valibot';
import { zDay, zInstant } from './day.ts';
import { zCentavos } from './money.ts';

/** States of the newest request. A request that is granted at once is never `requested`. */
const limitRequestStates = ['none', 'requested', 'granted', 'declined'] as const;
export const zLimitRequestState = v.picklist(limitRequestStates);
export type LimitRequestState = v.InferOutput<typeof zLimitRequestState>;

/**
 * Groups of reasons for declining, which tell the borrower what to do. Staff notes stay internal.
 */
export const limitReasonGroups = ['income', 'history', 'information', 'other'] as const;
const zLimitReasonGroup = v.picklist(limitReasonGroups);

/** Reasons why no request is possible now, in the order in which they are checked. */
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
 * A repaid loan's effect on the limit. Its step is already part of the limit (`taken`), can be
 * granted (`earned`), or was cancelled by a later overdue bill. `late` and `tooShort` earn no step:
 * the loan was repaid late, or before half of its term.
 */
const loanCounts = ['taken', 'earned', 'cancelled', 'late', 'tooShort'] as const;
export type LoanCounts = (typeof loanCounts)[number];

export const zLimitGrowth = v.object({
  /** The earned limit, granted only when the borrower taps it; null if there is none. */
  offerCentavos: v.nullable(zCentavos),
  /**
   * The next earned limit, and the later day on which it becomes available; null if there is no
   * such limit.
   */
  nextStep: v.nullable(v.object({ toCentavos: zCentavos, on: zDay })),
  /** The interval between the limits that can be requested. */
  stepCentavos: zCentavos,
  /** The product's maximum limit or the maximum that the income allows, whichever is lower. */
  maximumCentavos: zCentavos,
  /** Why no limit above the offer can be requested now; null if one can. */
  obstacle: v.nullable(v.picklist(limitObstacles)),
  /** The most recently repaid loans, at most six, oldest first. */
  loans: v.array(v.object({ settledOn: zDay, counts: v.picklist(loanCounts) })),
  /** The number of loans to repay on time before a larger request becomes possible. */
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
