// The data for /home in one response, and the message for /status.
import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { zAmountDue, zBillState, zPromised } from './bill.ts';
import { call } from './call.ts';
import { zPayoutChannel, zRepaymentChannel } from './channel.ts';
import {
  adviceCommentLength,
  adviceMaximumCentavos,
  adviceMinimumCentavos,
  adviceTermsDays,
} from './constants.ts';
import { zCodePurpose } from './coolingOff.ts';
import { creditSteps, zCreditState, zReasonGroup, zRequestedPicture } from './credit.ts';
import { zDay, zInstant } from './day.ts';
import { zFeedbackId, zLoanId, zRepaymentId, zUserGid } from './id.ts';
import { zLeastIncome } from './income.ts';
import { zLenderName } from './lender.ts';
import { zLimitGrowth } from './limitFacts.ts';
import { zLoanState } from './loan.ts';
import { zWhyNotBorrow } from './mayBorrow.ts';
import { zCentavos } from './money.ts';
import { undrawnInMessage } from './paperLetters.ts';
import { drawn, zLine } from './text.ts';

const zOffer = v.object({
  termDays: v.number(),
  receiveCentavos: zCentavos,
  repayCentavos: zCentavos,
  costCentavos: zCentavos,
  costADayCentavos: zCentavos,
});

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
      /** The step with the newest draft, or else the next step. */
      goOnAt: v.nullable(v.picklist(creditSteps)),
      submittedAt: v.nullable(zInstant),
      answerBy: v.nullable(zInstant),
      isLate: v.boolean(),
      resubmitOn: v.nullable(zDay),
      reasonGroup: v.nullable(zReasonGroup),
      /** The pictures that a reviewer requests again, oldest request first; usually none. */
      requestedPictures: v.array(zRequestedPicture),
    }),
    /**
     * The range of a first credit line, limited by the stated income; null if that income is too
     * low for any loan.
     */
    estimate: v.nullable(v.object({ minimumCentavos: zCentavos, maximumCentavos: zCentavos })),
    /** The income that the smallest loan needs; null once there is a credit line. */
    leastIncome: v.nullable(zLeastIncome),
    line: v.nullable(
      v.object({
        limitCentavos: zCentavos,
        usedCentavos: zCentavos,
        heldCentavos: zCentavos,
        availableCentavos: zCentavos,
        /** The largest loan possible today; 0 if none. Nothing larger is offered. */
        borrowableCentavos: zCentavos,
      }),
    ),
    /** How the credit line may grow; null if there is none. */
    quota: v.nullable(zLimitGrowth),
    /**
     * The amount whose cost at each term is shown below the credit line (spec §9, short-term
     * revenue).
     */
    offer: v.object({ amountCentavos: zCentavos, terms: v.array(zOffer) }),
    /**
     * Whether a new loan is possible today and, if the borrower has a line but cannot borrow, the
     * reason.
     */
    canBorrow: v.boolean(),
    whyNotBorrow: v.nullable(zWhyNotBorrow),
    loan: v.nullable(
      v.object({
        loanId: zLoanId,
        state: zLoanState,
        channel: zPayoutChannel,
        arrivalCentavos: zCentavos,
        repayCentavos: zCentavos,
        receiverLabel: v.string(),
        signedAt: zInstant,
        expectedBy: v.nullable(zInstant),
        /** The same as in /loan/detail. */
        arrival: v.nullable(zArrival),
        heldUntil: v.nullable(zInstant),
        /** The last day to collect money at a counter; null if none is ready. */
        collectUntil: v.nullable(zDay),
      }),
    ),
    nearestBill: v.nullable(
      v.object({
        loanId: zLoanId,
        state: zBillState,
        currentDue: zAmountDue,
        nextDue: v.nullable(zAmountDue),
        savedIfPaidTodayCentavos: zCentavos,
        tomorrowCentavos: zCentavos,
        lateChargeCentavos: zCentavos,
        dueOn: zDay,
        lastFreeDay: zDay,
        daysToDue: v.number(),
        overdueDays: v.number(),
        promised: zPromised,
      }),
    ),
    /**
     * The newest valid code or link for a bill, a return or an extension; never a permanent code.
     */
    openCode: v.nullable(
      v.object({
        repaymentId: zRepaymentId,
        loanId: zLoanId,
        purpose: zCodePurpose,
        channel: zRepaymentChannel,
        amountCentavos: zCentavos,
        endsAt: zInstant,
      }),
    ),
    /** Whether the borrower has repaid a loan. If so, /loan/again can repeat it. */
    hasRepaid: v.boolean(),
    counts: v.object({
      dueSoon: v.number(),
      overdue: v.number(),
      openBills: v.number(),
      unusedVouchers: v.number(),
    }),
    lender: zLenderName,
    announcement: v.string(),
  }),
  refusals: [],
});

/** The values of {showType} in the route /status/{showType}. */
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
const zShowType = v.picklist(showTypes);
export type ShowType = v.InferOutput<typeof zShowType>;

/**
 * The current message for /status, about one loan or all; null if no message applies. `loanId` is
 * the loan that the message is about. For `busy`, `message` says why no loan is possible now; for
 * `paying` and `bankProcessing`, `arrival` is as in /loan/detail. An outdated client gets
 * `upgrade`.
 */
export const userStatusQuery = call({
  path: '/user/status/query',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: v.optional(zLoanId) }),
  data: v.object({
    showType: v.nullable(zShowType),
    loanId: v.nullable(zLoanId),
    message: v.nullable(v.string()),
    arrival: v.nullable(zArrival),
    /**
     * While the loan waits for approval: the end of the hold that a change of phone number put on
     * the account; null if there is no hold.
     */
    heldUntil: v.nullable(zInstant),
    /** The payout channel, if the message is about a loan without a bill; otherwise null. */
    channel: v.nullable(zPayoutChannel),
  }),
  refusals: [],
});

/**
 * Kinds of feedback on the offer (spec §3, advice): 1 quota too low, 2 term too short, 3 interest
 * too high, 6 other.
 */
export const adviceTypes = [1, 2, 3, 6] as const;
export type AdviceType = (typeof adviceTypes)[number];

const zWantedAmount = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{3,4}$/),
  v.check(
    (text) =>
      Number(text) * 100 >= adviceMinimumCentavos && Number(text) * 100 <= adviceMaximumCentavos,
    'range',
  ),
);
const zWantedTerm = v.picklist(adviceTermsDays.map(String));

/**
 * Submits the feedback dialog. `describe` is the desired amount in whole pesos for type 1, the
 * desired days for type 2, '' for type 3, and the comment for type 6.
 */
export const feedbackSubmit = call({
  path: '/user/feedback/submit',
  who: 'borrower',
  kind: 'write',
  request: v.variant('type', [
    v.strictObject({ type: v.literal(1), userGid: zUserGid, describe: zWantedAmount }),
    v.strictObject({ type: v.literal(2), userGid: zUserGid, describe: zWantedTerm }),
    v.strictObject({ type: v.literal(3), userGid: zUserGid, describe: v.literal('') }),
    v.strictObject({
      type: v.literal(6),
      userGid: zUserGid,
      describe: drawn(zLine(adviceCommentLength), undrawnInMessage),
    }),
  ]),
  data: v.object({}),
  refusals: ['feedbackTooOften'],
});

/** The borrower's feedback and the replies to it, newest first, at most 50. */
export const feedbackList = call({
  path: '/user/feedback/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    feedback: v.array(
      v.object({
        feedbackId: zFeedbackId,
        type: v.picklist(adviceTypes),
        wantedCentavos: v.nullable(zCentavos),
        wantedTermDays: v.nullable(v.number()),
        comment: v.nullable(v.string()),
        sentAt: zInstant,
        answer: v.nullable(v.string()),
        answeredAt: v.nullable(zInstant),
      }),
    ),
  }),
  refusals: [],
});

/** Reports that the dialog was closed without feedback, which postpones the next dialog. */
export const feedbackClose = call({
  path: '/user/feedback/close',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({ userGid: zUserGid }),
  data: v.object({}),
  refusals: [],
});

/** Whether to open the feedback dialog on the way from /loan to /home: `isPop` is 1 or 0. */
export const tradePopCheck = call({
  path: '/user/trade/pop/check',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ userGid: zUserGid }),
  data: v.object({ isPop: v.picklist([0, 1]) }),
  refusals: [],
});
