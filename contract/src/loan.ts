// Borrowing: the offer, its price, signing the loan, and the bills that result from it.
import * as v from 'valibot';
import { zArrival } from './arrival.ts';
import { zAmountDue, zBillRow } from './bill.ts';
import { call } from './call.ts';
import { zPayoutChannel } from './channel.ts';
import { zCoupon } from './couponShape.ts';
import { zDay, zInstant } from './day.ts';
import { zAccountId, zCouponId, zLoanId, zQuoteId } from './id.ts';
import { zLender } from './lender.ts';
import { borrowObstacles } from './mayBorrow.ts';
import { zCentavos } from './money.ts';
import { zPassword } from './password.ts';
import { zAccountSummary, zPayoutWay, zPickup } from './payoutWay.ts';
import { zQuoteFacts, zTermPrice } from './quote.ts';
import { zRefundShort } from './refund.ts';

export const loanStates = [
  'submitting',
  'approving',
  'paying',
  'bankProcessing',
  'success',
  'failed',
  'cancelled',
  'reversed',
] as const;
export const zLoanState = v.picklist(loanStates);
export type LoanState = v.InferOutput<typeof zLoanState>;

/**
 * The offer to this borrower: amounts, terms and coupons. Clients define no limits of their own.
 */
export const productList = call({
  path: '/loan/product/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    catalogue: v.string(),
    /** The smallest amount that can be borrowed. */
    minimumCentavos: zCentavos,
    stepCentavos: zCentavos,
    /**
     * The product's largest amount, and the largest that this borrower can get today: whole steps
     * within the credit line and the day's budget.
     */
    maximumCentavos: zCentavos,
    availableCentavos: zCentavos,
    /** `dueOnIfToday`: the due date if the smallest amount were sent now by the fastest channel. */
    terms: v.array(v.object({ days: v.number(), dueOnIfToday: zDay })),
    today: zDay,
    /**
     * The borrower's first payday after today, from the application; null if the stated payday is
     * not a day of the month.
     */
    paydayOn: v.nullable(zDay),
    /** The borrower's coupons that can be used today for some amount, sorted by end date. */
    coupons: v.array(zCoupon),
  }),
  refusals: ['creditNotApproved', ...borrowObstacles],
});

const zWantedCoupon = v.nullable(v.union([v.literal('best'), zCouponId]));

/**
 * Lists the payout channels for an amount (the smallest if absent), with fees and limits. For a
 * channel that cannot be used, it returns the reason and an amount that fits. `prices` has the cost
 * at each term through the requested channel, or else through the one that payoutChoice.ts picks.
 * Prices do not bind; /loan/product/cal creates a quote with the same figures.
 */
export const paychannelList = call({
  path: '/loan/paychannel/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({
    amountCentavos: v.optional(zCentavos),
    channel: v.optional(zPayoutChannel),
    accountId: v.optional(zAccountId),
    voucherId: v.optional(zWantedCoupon, 'best'),
  }),
  data: v.object({
    channels: v.array(zPayoutWay),
    prices: v.array(zTermPrice),
  }),
  refusals: ['creditNotApproved'],
});

/**
 * The loan repaid last, offered again at today's price with the coupon that saves the most. Null if
 * no loan was repaid, or if the same loan is not possible now.
 */
export const loanAgain = call({
  path: '/loan/again',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.nullable(
    v.object({
      amountCentavos: zCentavos,
      termDays: v.number(),
      channel: zPayoutChannel,
      receiver: v.nullable(zAccountSummary),
      arrivalCentavos: zCentavos,
      repayCentavos: zCentavos,
      dueOnIfToday: zDay,
      /** The coupon applied to this price, and its discount; null and 0 if no coupon applies. */
      voucherId: v.nullable(zCouponId),
      couponCentavos: zCentavos,
    }),
  ),
  refusals: [],
});

/**
 * Prices a loan. The quote is bound to the borrower and expires after 10 minutes or at Manila
 * midnight, whichever comes first.
 */
export const productCal = call({
  path: '/loan/product/cal',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    amountCentavos: zCentavos,
    termDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)),
    channel: zPayoutChannel,
    accountId: v.nullable(zAccountId),
    /**
     * The coupon to use, or null; 'best' picks the coupon with the largest discount, if any gives
     * one.
     */
    voucherId: v.optional(zWantedCoupon, null),
  }),
  data: v.object({
    quoteId: zQuoteId,
    endsAt: zInstant,
    facts: zQuoteFacts,
    lender: zLender,
    receiver: v.nullable(zAccountSummary),
    voucherId: v.nullable(zCouponId),
    /** SHA-256 of the text from /loan/statement, in hex; the client returns it in /loan/apply. */
    disclosureHash: v.string(),
    disclosureVersion: v.string(),
  }),
  refusals: [
    'creditNotApproved',
    'billOverdue',
    'lineClosed',
    'claimOpen',
    'lineHeld',
    'lendingPaused',
    'systemBusy',
    'returnedTwice',
    'bankCardMissing',
    'amountNotOffered',
    'termNotOffered',
    'channelNotOffered',
    'channelClosed',
    'channelTooCostly',
    'pickupHeld',
    'accountMissing',
    'accountNotPaid',
    'accountNameDiffers',
    'accountHeld',
    'channelLimit',
    'lineExceeded',
    'budgetSpent',
    'unaffordable',
    'voucherMissing',
    'voucherNeedsMore',
    'tooManyRequests',
  ],
});

/** Signs the quoted loan, after disclosure and agreement. */
export const loanApply = call({
  path: '/loan/apply',
  who: 'borrower',
  kind: 'write',
  request: v.strictObject({
    quoteId: zQuoteId,
    disclosureHash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    disclosureRead: v.literal(true),
    agreementAccepted: v.literal(true),
    password: v.optional(zPassword),
  }),
  data: v.object({ loanId: zLoanId, state: zLoanState }),
  refusals: [
    'creditNotApproved',
    'billOverdue',
    'lineClosed',
    'claimOpen',
    'lineHeld',
    'lendingPaused',
    'systemBusy',
    'returnedTwice',
    'bankCardMissing',
    'quoteExpired',
    'quoteUsed',
    'disclosureChanged',
    'pickupHeld',
    'accountMissing',
    'accountNotPaid',
    'accountNameDiffers',
    'accountHeld',
    'channelNotOffered',
    'amountNotOffered',
    'termNotOffered',
    'lineExceeded',
    'budgetSpent',
    'unaffordable',
    'voucherMissing',
    'proofTooOld',
    'passwordNeeded',
    'passwordWrong',
  ],
});

/** One loan with its timeline, for the result screen. */
export const loanDetail = call({
  path: '/loan/detail',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ loanId: zLoanId }),
  data: v.object({
    loanId: zLoanId,
    referenceNo: v.string(),
    state: zLoanState,
    steps: v.array(v.object({ state: zLoanState, at: zInstant })),
    principalCentavos: zCentavos,
    interestCentavos: zCentavos,
    serviceFeeCentavos: zCentavos,
    channelFeeCentavos: zCentavos,
    arrivalCentavos: zCentavos,
    repayCentavos: zCentavos,
    termDays: v.number(),
    channel: zPayoutChannel,
    sender: v.string(),
    receiver: v.nullable(zAccountSummary),
    loanOn: zDay,
    arrivedAt: v.nullable(zInstant),
    /**
     * The expected arrival of money that is on its way, if it takes only minutes; null for money
     * sent in the day's batches.
     */
    expectedBy: v.nullable(zInstant),
    /**
     * The rail and the expected arrival of money on its way to an account; null in other cases, and
     * once that time has passed.
     */
    arrival: v.nullable(zArrival),
    /**
     * While the loan waits for approval: the end of the hold that a change of phone number put on
     * the account; null if there is no hold.
     */
    heldUntil: v.nullable(zInstant),
    /**
     * Whether /bill/cancel cancels the loan free of charge: its money has not been sent yet, or is
     * ready at a counter and can be requested back.
     */
    canCancel: v.boolean(),
    dueOn: v.nullable(zDay),
    failure: v.nullable(v.string()),
    /** The code to show at the counter while the cash may be waiting there; otherwise null. */
    withdrawalCode: v.nullable(v.string()),
    /**
     * The pickup of the cash: the receiver's name, the last day, the hours, and whether it was
     * requested back.
     */
    pickup: v.nullable(zPickup),
  }),
  refusals: ['loanUnknown'],
});

const zLoanRow = v.object({
  loanId: zLoanId,
  referenceNo: v.string(),
  state: zLoanState,
  principalCentavos: zCentavos,
  loanOn: zDay,
});

/**
 * The borrower's bills. Open bills are sorted with overdue ones first, then by due date, or by the
 * next part of a plan that is being kept. Settled bills are paged, newest first.
 */
export const billList = call({
  path: '/bill/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ before: v.optional(zLoanId) }),
  data: v.object({
    today: zDay,
    /** The amount that settles all open bills today. */
    totalDue: zAmountDue,
    /**
     * If a bill's plan is being kept, the due date of the next part decides whether the bill is due
     * soon. It is not overdue.
     */
    dueSoonCount: v.number(),
    overdueCount: v.number(),
    refundableCentavos: zCentavos,
    /** The amount owed outside bills because a gateway reversed a payment; it does not grow. */
    claimCentavos: zCentavos,
    refund: v.nullable(zRefundShort),
    open: v.array(zBillRow),
    /** Newest first, 20 at most. */
    settled: v.array(zBillRow),
    /** Pass this as `before` to get older bills; null on the last page. */
    next: v.nullable(zLoanId),
    /**
     * Loans whose money is on its way. `collectUntil` is the last day to collect it at a counter,
     * once it is ready.
     */
    inTransit: v.array(v.object({ ...zLoanRow.entries, collectUntil: v.nullable(zDay) })),
    /**
     * Loans that ended without a bill, newest first: cancelled before the payout, or refused by the
     * bank.
     */
    ended: v.array(zLoanRow),
  }),
  refusals: [],
});
