// /home in one answer, and the one word of /status.
import * as v from 'valibot';
import { call } from './call.ts';
import { creditSteps, zCreditState } from './credit.ts';
import { zDay, zInstant } from './day.ts';
import { zLoanId } from './id.ts';
import { zBillState, zLoanState } from './loan.ts';
import { zCentavos } from './money.ts';

const zOffer = v.object({
  termDays: v.number(),
  receiveCentavos: zCentavos,
  repayCentavos: zCentavos,
  costCentavos: zCentavos,
  costADayCentavos: zCentavos,
});

/** All that the home screen needs: credit, line, the loan on its way, the nearest bill, counts, announcements. */
export const userMulti = call({
  path: '/user/multi',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    now: zInstant,
    today: zDay,
    firstName: v.nullable(v.string()),
    credit: v.object({
      state: zCreditState,
      nextStep: v.nullable(v.picklist(creditSteps)),
      submittedAt: v.nullable(zInstant),
      answerBy: v.nullable(zInstant),
      resubmitOn: v.nullable(zDay),
      reasonGroup: v.nullable(v.string()),
    }),
    estimate: v.object({ minimumCentavos: zCentavos, maximumCentavos: zCentavos }),
    line: v.nullable(
      v.object({ limitCentavos: zCentavos, usedCentavos: zCentavos, heldCentavos: zCentavos, availableCentavos: zCentavos }),
    ),
    /** The amount whose cost is shown under the line, at each term (spec §9, short-term revenue). */
    offer: v.object({ amountCentavos: zCentavos, terms: v.array(zOffer) }),
    /** Whether a new loan may be asked for today, else why not. */
    canBorrow: v.boolean(),
    loan: v.nullable(
      v.object({
        loanId: zLoanId,
        state: zLoanState,
        arrivalCentavos: zCentavos,
        repayCentavos: zCentavos,
        receiverLabel: v.string(),
        signedAt: zInstant,
        expectedBy: v.nullable(zInstant),
      }),
    ),
    nearestBill: v.nullable(
      v.object({
        loanId: zLoanId,
        state: zBillState,
        currentDueCentavos: zCentavos,
        tomorrowCentavos: zCentavos,
        lateChargeCentavos: zCentavos,
        dueOn: zDay,
        lastFreeDay: zDay,
        daysToDue: v.number(),
        overdueDays: v.number(),
      }),
    ),
    counts: v.object({ dueSoon: v.number(), overdue: v.number(), openBills: v.number(), unusedVouchers: v.number() }),
    lender: v.object({ name: v.string(), registrationNumber: v.string(), authorityNumber: v.string() }),
    announcement: v.string(),
  }),
  refusals: [],
});

/** The words of /status/{showType} (product.md). */
export const showTypes = [
  'submitted',
  'autoReview',
  'manualReview',
  'reviewDone',
  'rejected',
  'loanSubmitting',
  'approving',
  'paying',
  'bankProcessing',
  'loanSuccess',
  'loanFailed',
  'repaymentInProgress',
  'repaid',
  'busy',
  'upgrade',
] as const;
export const zShowType = v.picklist(showTypes);
export type ShowType = v.InferOutput<typeof zShowType>;

/** The one word that fits now, for /status; null when nothing is going on. */
export const userStatusQuery = call({
  path: '/user/status/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({ showType: v.nullable(zShowType), loanId: v.nullable(zLoanId) }),
  refusals: [],
});
