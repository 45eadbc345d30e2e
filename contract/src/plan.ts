// Payment plans for borrowers who will be short of money: a bill is paid in parts without a late
// charge (docs/decisions/0057).
import * as v from 'valibot';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zLoanId } from './id.ts';
import { zStatementText } from './loanText.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';

export const planCounts = [2, 3, 4] as const;
export type PlanCount = (typeof planCounts)[number];

/**
 * Reasons why no plan is possible for an open bill today. With `planByPerson`, customer service may
 * agree on a plan.
 */
const planObstacles = [
  'planTooEarly',
  'planRunning',
  'planTooOften',
  'planByPerson',
  'planTooSmall',
] as const;
export type PlanObstacle = (typeof planObstacles)[number];

/** A part of a plan and the last Manila day to pay it. */
const zPlanPart = v.object({ on: zDay, amountCentavos: zPositiveCentavos });

/**
 * The plans of a bill. Their parts add up to the amount owed on the current due date, or today if
 * that date has passed: a plan costs nothing extra. Earlier payments reduce the last part.
 */
export const zPlans = v.object({
  totalCentavos: zPositiveCentavos,
  /** The extra cost compared with paying everything today. */
  costCentavos: zCentavos,
  /**
   * The same total in two, three and four parts; fewer if a part would be below the smallest
   * payment or due too late. Empty if there is an `obstacle`.
   */
  choices: v.array(v.array(zPlanPart)),
  obstacle: v.nullable(v.picklist(planObstacles)),
  /** The first day on which a plan is possible, for `planTooEarly` and `planTooOften`. */
  opensOn: v.nullable(zDay),
});
export type Plans = v.InferOutput<typeof zPlans>;

const refusals = ['loanUnknown', 'repaymentClosed', ...planObstacles] as const;

/** One plan, with the disclosure statement to read and accept, and the statement's hash. */
export const planCal = call({
  path: '/loan/plan/cal',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: zLoanId, count: v.picklist(planCounts) }),
  data: v.object({
    today: zDay,
    totalCentavos: zPositiveCentavos,
    parts: v.array(zPlanPart),
    text: zStatementText,
    textHash: v.string(),
  }),
  refusals,
});

/**
 * Accepts today's plan. From tomorrow on, no late charge accrues as long as each part is paid by
 * its day.
 */
export const planApply = call({
  path: '/loan/plan/apply',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    loanId: zLoanId,
    count: v.picklist(planCounts),
    totalCentavos: zPositiveCentavos,
    textHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    textRead: v.literal(true),
  }),
  data: v.object({ parts: v.array(zPlanPart) }),
  refusals: [...refusals, 'planChanged'],
});
