// A plan for a borrower who will be short: what a bill owes, paid in parts without a late charge
// (docs/decisions/0057).
import * as v from 'valibot';
import { call } from './call.ts';
import { zDay } from './day.ts';
import { zLoanId } from './id.ts';
import { zStatementText } from './loanText.ts';
import { zCentavos, zPositiveCentavos } from './money.ts';

/** In how many parts a plan may be paid. */
export const planCounts = [2, 3, 4] as const;
export type PlanCount = (typeof planCounts)[number];

/** The last part of a plan, or of a promise that staff records, is due within so many days. */
export const planDays = 60;

/** A borrower takes a plan once in so many days, whatever bill it is for. */
export const planPauseDays = 90;

/**
 * Why a bill that is open has no plan today; with `planByPerson` customer service may agree on one.
 */
const planObstacles = [
  'planTooEarly',
  'planRunning',
  'planTooOften',
  'planByPerson',
  'planTooSmall',
] as const;
export type PlanObstacle = (typeof planObstacles)[number];

/** A part, and the Manila day by whose end it is to be there. */
const zPlanPart = v.object({ on: zDay, amountCentavos: zPositiveCentavos });

/**
 * What a bill's borrower may choose instead of paying all at once. The parts make what is owed on
 * the due date in force, or today where that is over: nothing is added, and money that comes
 * earlier makes the last part smaller.
 */
export const zPlans = v.object({
  totalCentavos: zPositiveCentavos,
  /** How much more that is than paying all today. */
  costCentavos: zCentavos,
  /**
   * The same total in two, three and four parts; fewer where a part would be smaller than the
   * smallest payment. Empty if `obstacle` says why.
   */
  choices: v.array(v.array(zPlanPart)),
  obstacle: v.nullable(v.picklist(planObstacles)),
  /** The first day of a plan, of `planTooEarly` and `planTooOften`. */
  opensOn: v.nullable(zDay),
});
export type Plans = v.InferOutput<typeof zPlans>;

const refusals = ['loanUnknown', 'repaymentClosed', ...planObstacles] as const;

/** One plan with the disclosure statement that is to be read and accepted, and its hash. */
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
 * Takes today's plan as it was read: from tomorrow on no late charge is added while each part comes
 * by its day.
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
