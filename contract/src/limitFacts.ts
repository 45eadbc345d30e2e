// How the limit of a credit line may grow, as /user/multi tells it. The call that raises it stands apart (quota.ts): home asks it only when it is tapped.
import * as v from 'valibot';
import { zDay, zInstant } from './day.ts';
import { zCentavos } from './money.ts';

/** How the newest request stands; what is granted at once is granted from the beginning. */
export const quotaStates = ['none', 'requested', 'granted', 'declined'] as const;
export const zQuotaState = v.picklist(quotaStates);
export type QuotaState = v.InferOutput<typeof zQuotaState>;

/** Why a request was declined, in groups that say what to do; what staff writes to itself stays inside. */
export const quotaReasonGroups = ['income', 'history', 'information', 'other'] as const;
export const zQuotaReasonGroup = v.picklist(quotaReasonGroups);
export type QuotaReasonGroup = v.InferOutput<typeof zQuotaReasonGroup>;

/** What stands in the way of a request now, in the order in which it is told; each is a refusal of the call, too. */
export const quotaObstacles = [
  'quotaOverdue',
  'quotaRequestOpen',
  'quotaAtMaximum',
  'quotaUnaffordable',
  'quotaTooSoon',
  'quotaTooFewLoans',
] as const;
export type QuotaObstacle = (typeof quotaObstacles)[number];

/** How a borrower's limit may grow. */
export const zQuota = v.object({
  /** The limit that loans repaid on time have earned and that one tap takes; null where none is offered. It is never taken for anybody. */
  offerCentavos: v.nullable(zCentavos),
  /** The limit that is earned and waits for its day, because a limit grows a step at a time; null where none does. */
  nextStep: v.nullable(v.object({ toCentavos: zCentavos, on: zDay })),
  /** Limits are asked for in these steps, above the present one and up to the maximum. */
  stepCentavos: zCentavos,
  /** The highest limit there is, or the highest that the income carries where that is less. */
  maximumCentavos: zCentavos,
  /** Why nothing above the offer can be asked for now; null where it can. */
  obstacle: v.nullable(v.picklist(quotaObstacles)),
  /** Loans to repay on time before more can be asked for. */
  loansToGo: v.number(),
  state: zQuotaState,
  wantedCentavos: v.nullable(zCentavos),
  decidedAt: v.nullable(zInstant),
  reasonGroup: v.nullable(zQuotaReasonGroup),
  /** The first day on which it can be asked for again. */
  askAgainOn: v.nullable(zDay),
  /** The day by which an open request is answered. */
  answerOn: v.nullable(zDay),
});
export type Quota = v.InferOutput<typeof zQuota>;
