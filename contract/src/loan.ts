// Borrowing: what is offered, what it costs, taking it, and the bill that follows.
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
import { zAccountShort, zPayoutWay, zPickup } from './payoutWay.ts';
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

/** What is offered: every limit comes from here, the client holds none. */
export const productList = call({
  path: '/loan/product/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({}),
  data: v.object({
    catalogue: v.string(),
    /** Smallest amount that may be asked for. */
    minimumCentavos: zCentavos,
    stepCentavos: zCentavos,
    /**
     * The product's largest amount, and what this borrower may ask for today: a whole number of
     * steps within the line and the day's budget.
     */
    maximumCentavos: zCentavos,
    availableCentavos: zCentavos,
    /** `dueOnIfToday`: as if the smallest amount left now by the fastest way. */
    terms: v.array(v.object({ days: v.number(), dueOnIfToday: zDay })),
    today: zDay,
    /**
     * My first payday after today, by what the application says; null if that names no day of
     * the month.
     */
    paydayOn: v.nullable(zDay),
    /** My coupons that may be used today, whatever the amount; the first to end first. */
    coupons: v.array(zCoupon),
  }),
  refusals: ['creditNotApproved', ...borrowObstacles],
});

const zWantedCoupon = v.nullable(v.union([v.literal('best'), zCouponId]));

/**
 * Ways to be paid for an amount, the smallest where none is given, each with its fee, its limits
 * and, where it cannot serve, why and what would fit; and what a loan of it costs at each term by
 * the way that is wanted, or the one that would be chosen (payoutChoice.ts). A price is no quote:
 * /loan/product/cal makes one of the same figures.
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
 * The loan that was repaid last, once more, at the price of today with the coupon that saves most.
 * Null if none was repaid, or where the same cannot be had now: then nothing is offered, and
 * /loan says what can.
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
      receiver: v.nullable(zAccountShort),
      arrivalCentavos: zCentavos,
      repayCentavos: zCentavos,
      dueOnIfToday: zDay,
      /** The coupon in this price, and what it saves; null and 0 without one. */
      voucherId: v.nullable(zCouponId),
      couponCentavos: zCentavos,
    }),
  ),
  refusals: [],
});

/**
 * Prices a loan. The quote is bound to the borrower and ends after 10 minutes or at Manila
 * midnight.
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
    /** The coupon to use, null for none; 'best' is the one that takes most off, if there is one. */
    voucherId: v.optional(zWantedCoupon, null),
  }),
  data: v.object({
    quoteId: zQuoteId,
    endsAt: zInstant,
    facts: zQuoteFacts,
    lender: zLender,
    receiver: v.nullable(zAccountShort),
    voucherId: v.nullable(zCouponId),
    /** SHA-256 of the text of /loan/statement, in hex; sent back with the agreement. */
    disclosureHash: v.string(),
    disclosureVersion: v.string(),
  }),
  refusals: [
    'creditNotApproved',
    'billOverdue',
    'claimOpen',
    'lineClosed',
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

/** Takes the loan of a quote, after disclosure and agreement. */
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
    'claimOpen',
    'lineClosed',
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
    receiver: v.nullable(zAccountShort),
    loanOn: zDay,
    arrivedAt: v.nullable(zInstant),
    /**
     * Within minutes: by when, while it is on its way; null for money that travels in the batches
     * of a day.
     */
    expectedBy: v.nullable(zInstant),
    /**
     * How it travels and when it should be there, while it is on its way to an account; null
     * otherwise, and once that day is over.
     */
    arrival: v.nullable(zArrival),
    /**
     * Until when a change of number holds the account back, while the loan waits for its approval;
     * null if nothing does.
     */
    heldUntil: v.nullable(zInstant),
    /**
     * Whether /bill/cancel ends it for nothing: its money has not left, or is at a counter and can
     * be asked back.
     */
    canCancel: v.boolean(),
    dueOn: v.nullable(zDay),
    failure: v.nullable(v.string()),
    /** The code to show at the counter, while the cash is or may be there; null otherwise. */
    withdrawalCode: v.nullable(v.string()),
    /**
     * How that money is collected: under whose name, until the end of which day, and whether it was
     * asked back meanwhile.
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
 * Orders: what is due in all, overdue first, then by due date, or of a plan that is kept by the day
 * of its next part; and what was settled last, or before one of the settled loans.
 */
export const billList = call({
  path: '/bill/list',
  who: 'borrower',
  kind: 'read',
  request: v.strictObject({ before: v.optional(zLoanId) }),
  data: v.object({
    today: zDay,
    /** What settles all open bills today. */
    totalDue: zAmountDue,
    /** A plan that is kept counts by its next part, and is not overdue. */
    dueSoonCount: v.number(),
    overdueCount: v.number(),
    refundableCentavos: zCentavos,
    /** What is owed beside the bills since a gateway took a payment back; it does not grow. */
    claimCentavos: zCentavos,
    refund: v.nullable(zRefundShort),
    open: v.array(zBillRow),
    /** Newest first, 20 at most. */
    settled: v.array(zBillRow),
    /** Hand it back as `before` for older ones; null on the last page. */
    next: v.nullable(zLoanId),
    /**
     * Loans whose money is on its way; `collectUntil`: it is ready at a counter, to the end of this
     * day.
     */
    inTransit: v.array(v.object({ ...zLoanRow.entries, collectUntil: v.nullable(zDay) })),
    /**
     * Loans that ended without a bill: cancelled before their money left, or refused by the bank;
     * newest first.
     */
    ended: v.array(zLoanRow),
  }),
  refusals: [],
});
