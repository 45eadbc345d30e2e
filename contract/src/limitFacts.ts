// How the limit of a credit line may grow, as /user/multi shows it. The call that raises it is
// separate (limit.ts): home makes it only when the button is tapped.
import * as v from 'valibot';
import { zDay, zInstant } from './day.ts';
import { zCentavos } from './money.ts';

/** The state of the newest request; what is granted at once is granted from the beginning. */
const limitRequestStates = ['none', 'requested', 'granted', 'declined'] as const;
export const zLimitRequestState = v.picklist(limitRequestStates);
export type LimitRequestState = v.InferOutput<typeof zLimitRequestState>;

/**
 * Why a request was declined, in groups that say what to do; what staff writes to itself stays
 * inside.
 */
export const limitReasonGroups = ['income', 'history', 'information', 'other'] as const;
const zLimitReasonGroup = v.picklist(limitReasonGroups);

/** Why no request can be made now, in the order of checking; each is a refusal of the call, too. */
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
 * What a repaid loan does for the limit: its step was taken, or is earned and still to be had; it
 * was on time, and a later late bill cancelled it; it was late itself; or it was repaid before half
 * its term.
 */
const loanCounts = ['taken', 'earned', 'cancelled', 'late', 'tooShort'] as const;
export type LoanCounts = (typeof loanCounts)[number];

/** How a borrower's limit may grow. */
export const zLimitGrowth = v.object({
  /**
   * The limit that loans repaid on time have earned and that one tap takes; null where none is
   * offered. It is never taken for anybody.
   */
  offerCentavos: v.nullable(zCentavos),
  /**
   * The limit that is earned and waits for its day, because a limit grows a step at a time; null
   * where none does.
   */
  nextStep: v.nullable(v.object({ toCentavos: zCentavos, on: zDay })),
  /** Limits are requested in these steps, above the present one and up to the maximum. */
  stepCentavos: zCentavos,
  /** The highest limit there is, or the highest that the income carries where that is less. */
  maximumCentavos: zCentavos,
  /** Why nothing above the offer can be asked for now; null where it can. */
  obstacle: v.nullable(v.picklist(limitObstacles)),
  /** The loans that were repaid last, six at most, the oldest first. */
  loans: v.array(v.object({ settledOn: zDay, counts: v.picklist(loanCounts) })),
  /** Loans to repay on time before more can be asked for. */
  loansToGo: v.number(),
  state: zLimitRequestState,
  wantedCentavos: v.nullable(zCentavos),
  decidedAt: v.nullable(zInstant),
  reasonGroup: v.nullable(zLimitReasonGroup),
  /** The first day on which it can be asked for again. */
  askAgainOn: v.nullable(zDay),
  /** The day by which an open request is answered. */
  answerOn: v.nullable(zDay),
});
export type LimitGrowth = v.InferOutput<typeof zLimitGrowth>;
